/* SPDX-License-Identifier: MIT */
/* caches: small files below a root. Knows nothing of what they say. */
#include "caches/directory.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/units.h"
#include "caches/cache.h"

#define BLANKS " \t\r\n"

void directory_open(struct directory *directory, const char *root, const char *name)
{
	directory->path = (struct text){ 0 };
	text_printf(&directory->path, "%s/%s/", root, name);
	directory->length = directory->path.length;
}

void directory_enter(struct directory *directory, const char *name)
{
	(void)directory_path(directory, name);
	text_put(&directory->path, "/");
	directory->length = directory->path.length;
}

void directory_enter_number(struct directory *directory, const char *prefix, unsigned number)
{
	char name[32];
	(void)snprintf(name, sizeof name, "%s%u", prefix, number);
	directory_enter(directory, name);
}

void directory_return(struct directory *directory, size_t length)
{
	directory->length = length;
}

void directory_close(struct directory *directory)
{
	text_release(&directory->path);
}

const char *directory_path(struct directory *directory, const char *name)
{
	directory->path.length = directory->length;
	text_put(&directory->path, name);
	return text_string(&directory->path);
}

const char *directory_text(struct directory *directory, const char *name)
{
	char *content = directory->content;
	long length = file_read(directory_path(directory, name), content, DIRECTORY_TEXT_BYTES);

	if (length < 0 || length == DIRECTORY_TEXT_BYTES - 1)
		return "";
	size_t end = strlen(content);
	while (end > 0 && strchr(BLANKS, content[end - 1]) != NULL)
		content[--end] = '\0';
	return content + strspn(content, BLANKS);
}

unsigned directory_number(struct directory *directory, const char *name, unsigned high)
{
	struct error err;
	uint64_t value;

	if (count_parse(directory_text(directory, name), name, 1, high, &value, &err) != 0)
		return 0;
	return (unsigned)value;
}

uint64_t directory_size(struct directory *directory, const char *name)
{
	return cache_bytes_parse(directory_text(directory, name));
}

void directory_numbers(struct directory *directory, const char *prefix,
                       struct cpu_set *numbers)
{
	DIR *stream = opendir(directory_path(directory, ""));
	struct dirent *entry;
	struct error err;
	uint64_t number;

	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		if (text_starts(entry->d_name, prefix) &&
		    count_parse(entry->d_name + strlen(prefix), prefix, 0, UINT32_MAX / 2, &number,
		                &err) == 0)
			cpu_set_add(numbers, (unsigned)number);
	}
	if (stream != NULL)
		(void)closedir(stream);
}
