/* SPDX-License-Identifier: MIT */
/* cli: files of cells in, pictures out. Knows no command. */
#include "cli/output.h"

#include <fcntl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "report/plot_comparison.h"
#include "samples/file.h"

int input_files_read(struct input_files *files, const struct operands *paths,
                     const char *levels, struct error *err)
{
	files->items = memory_zeroed(paths->count, sizeof *files->items);
	files->count = paths->count;
	for (size_t i = 0; i < files->count; i++) {
		struct compare_file *file = &files->items[i];
		file->path = paths->items[i];
		if (file_read_cells(file->path, &file->cells, &file->notes, err) != 0)
			return -1;
	}
	if (compare_part_sessions(files->items, files->count, err) != 0)
		return -1;
	return levels != NULL ? compare_class(files->items, files->count, levels, err) : 0;
}

void input_files_release(struct input_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		cells_release(&files->items[i].cells);
		text_release(&files->items[i].notes);
	}
	free(files->items);
	*files = (struct input_files){ 0 };
}

static int check_target(const char *path, bool force, const struct input_files *inputs,
                        struct error *err)
{
	struct stat target, input;

	if (stat(path, &target) != 0 || !S_ISREG(target.st_mode))
		return 0;
	for (size_t i = 0; i < inputs->count; i++) {
		if (stat(inputs->items[i].path, &input) == 0 &&
		    input.st_dev == target.st_dev && input.st_ino == target.st_ino)
			return error_set(err, "%s: is one of the files that are read; write to "
			                 "another", path);
	}
	if (force)
		return 0;
	return error_set(err, "%s: exists already; use --force to replace it, or another name",
	                 path);
}

int output_file(const char *path, bool force, const struct text *text,
                const struct input_files *inputs, struct error *err)
{
	if (check_target(path, force, inputs, err) != 0)
		return -1;
	if (file_replace(path, text_string(text), text->length) != 0)
		return error_fail(err, "%s: cannot be written: %s", path, strerror(errno));
	return 0;
}

int output_plot(const char *path, bool force, const struct comparison *comparison,
                const struct input_files *inputs, struct error *err)
{
	struct plot plot;
	struct text text = { 0 };

	plot_comparison(&plot, comparison);
	plot_svg(&plot, PLOT_ALL, &text);
	int result = output_file(path, force, &text, inputs, err);
	text_release(&text);
	plot_release(&plot);
	return result;
}

void output_warnings(const struct warnings *warnings)
{
	for (size_t i = 0; i < warnings->count; i++)
		(void)fprintf(stderr, "%s\n", warnings->items[i].text);
}

void output_hold_streams(void)
{
	int descriptor;

	do
		descriptor = open("/dev/null", O_RDONLY);
	while (descriptor >= 0 && descriptor <= STDERR_FILENO);
	if (descriptor >= 0)
		(void)close(descriptor);
}
