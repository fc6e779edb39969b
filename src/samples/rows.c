/* SPDX-License-Identifier: MIT */
/* samples: a header and a row as text. Knows no file. */
#include "samples/file.h"

#include "base/csv.h"
#include "samples/columns.h"

void file_header(struct text *text)
{
	for (size_t i = 0; i < column_count; i++)
		text_printf(text, "%s%s", i ? "," : "", columns[i].name);
	text_put(text, "\n");
}

static void drop_last(struct text *lines)
{
	size_t kept = 0, comma = 0;
	bool quoted = false;

	for (size_t i = 0; i < lines->length; i++) {
		char byte = lines->bytes[i];
		quoted = quoted != (byte == '"');
		comma = byte == ',' && !quoted ? kept : comma;
		kept = byte == '\n' && !quoted ? comma : kept;
		lines->bytes[kept++] = byte;
	}
	if (kept < lines->length)
		lines->bytes[kept] = '\0';
	lines->length = kept;
}

void file_drop_last(struct text *lines, size_t count)
{
	while (count-- > 0)
		drop_last(lines);
}

void file_row(const struct cell *cell, struct text *text)
{
	struct text field = { 0 };

	for (size_t i = 0; i < column_count; i++) {
		field.length = 0;
		text_put(&field, "");
		column_format(&columns[i], cell, &field);
		text_put(text, i ? "," : "");
		csv_put(text, text_string(&field));
	}
	text_put(text, "\n");
	text_release(&field);
}
