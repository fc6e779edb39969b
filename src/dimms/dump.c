/* SPDX-License-Identifier: MIT */
/* dimms: files of bytes, found or given. */
#include "dimms/dump.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/memory.h"
#include "base/text.h"

/* Reads a stream, NULL where it could not be opened, to the end and closes it; 0, or an
 * errno value with nothing held. */
static int read_all(FILE *file, struct dump *dump)
{
	int result = errno ? errno : EINVAL;

	*dump = (struct dump){ 0 };
	if (file == NULL)
		return result;
	/* A NUL is left behind the end, for those who read it as text. */
	dump->items = memory_zeroed(DUMP_BYTES_MAX + 2, 1);
	errno = 0;
	dump->count = fread(dump->items, 1, DUMP_BYTES_MAX + 1, file);
	int why = errno ? errno : EIO;
	result = ferror(file) ? why : dump->count > DUMP_BYTES_MAX ? EFBIG : 0;
	if (file != stdin)
		(void)fclose(file);
	if (result != 0)
		dump_release(dump);
	return result;
}

int dump_read(const char *path, struct dump *dump)
{
	errno = 0;
	int result = read_all(file_open_regular(path), dump);

	if (result == 0)
		(void)dump_from_text(dump, "");
	return result;
}

static int decode(const char *name, const struct dump_option *option, struct dump *dump,
                  struct error *err)
{
	const struct file_kind *kind = file_kind_of((const char *)dump->items, dump->count);
	char lead[16];

	(void)snprintf(lead, sizeof lead, "%s: ", option->name);
	if (kind != NULL)
		return file_kind_refuse(kind, lead, name, err);
	const char *wrong = dump_from_text(dump, option->cure);
	if (wrong != NULL)
		return error_set(err, "%s%s %s", lead, name, wrong);
	return dump->count > 0 ? 0 : error_set(err, "%s%s is empty", lead, name);
}

int dump_load(const char *path, const struct dump_option *option, struct dump *dump,
              struct error *err)
{
	bool given = text_equal(path, "-");
	const char *name = given ? "standard input" : path;

	errno = 0;
	int result = read_all(given ? stdin : fopen(path, "r"), dump);
	if (result == EFBIG)
		return error_set(err, "%s: %s is longer than 1 MiB, so it is no such table",
		                 option->name, name);
	if (result != 0)
		return error_set(err, "%s: cannot read %s: %s", option->name, name,
		                 strerror(result));
	result = decode(name, option, dump, err);
	if (result != 0)
		dump_release(dump);
	return result;
}

struct bytes dump_bytes(const struct dump *dump)
{
	return (struct bytes){ dump->items, dump->count };
}

void dump_release(struct dump *dump)
{
	free(dump->items);
	*dump = (struct dump){ 0 };
}
