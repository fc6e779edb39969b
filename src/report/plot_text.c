#include "report/plot.h"
void plot_text(const struct plot *plot, enum plot_charts charts, bool unicode, struct text *text){(void)plot;(void)charts;(void)unicode;(void)text;}
