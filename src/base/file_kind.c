/* SPDX-License-Identifier: MIT */
/* base: files of other kinds, by how they begin. Knows not what they were given for. */
#include "base/file_kind.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"

#define UNPACK(program) program " FILE | membench ... - reads it"
#define RECODE(code)    "iconv -f " code " -t UTF-8 FILE | membench ... - reads it"
#define EXPORT          "save it as CSV (plain text, commas, UTF-8)"
#define SHEET           "libreoffice --convert-to csv FILE makes a CSV of its first sheet"
#define NO_NUMBERS      "give a CSV that membench run -o made, or another file of numbers"

static const struct {
	size_t at, length;
	const char *mark;
	struct file_kind kind;
} marks[] = {
	{ 0, 2, "\x1F\x8B", { "is compressed (gzip)", UNPACK("gzip -dc") } },
	{ 0, 6, "\xFD" "7zXZ", { "is compressed (xz)", UNPACK("xz -dc") } },
	{ 0, 4, "\x28\xB5\x2F\xFD", { "is compressed (zstd)", UNPACK("zstd -dc") } },
	{ 0, 3, "BZh", { "is compressed (bzip2)", UNPACK("bzip2 -dc") } },
	{ 0, 4, "\x04\x22\x4D\x18", { "is compressed (lz4)", UNPACK("lz4 -dc") } },
	{ 0, 4, "LZIP", { "is compressed (lzip)", UNPACK("lzip -dc") } },
	{ 0, 2, "\x1F\x9D", { "is compressed (compress)", UNPACK("gzip -dc") } },
	{ 0, 4, "\xFF\xFE\0\0", { "is UTF-32", RECODE("UTF-32") } },
	{ 0, 4, "\0\0\xFE\xFF", { "is UTF-32", RECODE("UTF-32") } },
	{ 0, 2, "\xFF\xFE", { "is UTF-16 (byte order mark)", RECODE("UTF-16") } },
	{ 0, 2, "\xFE\xFF", { "is UTF-16 (byte order mark)", RECODE("UTF-16") } },
	{ 0, 4, "PK\3\4", { "is a spreadsheet (.xlsx, .ods) or a ZIP archive", SHEET } },
	{ 0, 4, "\xD0\xCF\x11\xE0", { "is a spreadsheet or document (.xls, .doc)", SHEET } },
	{ 257, 5, "ustar", { "is a tar archive", UNPACK("tar -xOf") } },
	{ 0, 6, "7z\xBC\xAF\x27\x1C", { "is an archive (7z)", UNPACK("7z x -so") } },
	{ 0, 4, "Rar!", { "is an archive (RAR)", UNPACK("unrar p -inul") } },
	{ 0, 4, "%PDF", { "is a PDF", "pdftotext -layout FILE shows its text; " EXPORT } },
	{ 0, 4, "\x7F" "ELF", { "is a program (ELF)", NO_NUMBERS } },
	{ 0, 4, "\xCF\xFA\xED\xFE", { "is a program (Mach-O)", NO_NUMBERS } },
	{ 0, 3, "MZ\x90", { "is a program (Windows)", NO_NUMBERS } },
	{ 0, 4, "\x89PNG", { "is a picture (PNG)", NO_NUMBERS } },
	{ 0, 3, "\xFF\xD8\xFF", { "is a picture (JPEG)", NO_NUMBERS } },
	{ 0, 4, "GIF8", { "is a picture (GIF)", NO_NUMBERS } },
	{ 0, 4, "\x89HDF", { "is an HDF5 file", EXPORT } },
	{ 0, 4, "PAR1", { "is a Parquet file", EXPORT } },
	{ 0, 6, "ARROW1", { "is an Arrow file", EXPORT } },
	{ 0, 6, "\x93NUMPY", { "is a NumPy array", EXPORT } },
	{ 0, 5, "RDX3\n", { "is R's own data", EXPORT } },
	{ 0, 6, "SQLite", { "is a database (SQLite)", EXPORT } },
	{ 0, 5, "{\\rtf", { "is a document (RTF)", EXPORT } },
	{ 0, 5, "<?xml", { "is XML", EXPORT } },
	{ 0, 9, "<!DOCTYPE", { "is a web page (HTML)", EXPORT } },
	{ 0, 5, "<html", { "is a web page (HTML)", EXPORT } },
	{ 0, 4, "<svg", { "is a picture (SVG)", "give the CSV that it was drawn from" } },
	{ 0, 1, "{", { "is JSON", "give the CSV, as membench -o writes it" } },
	{ 0, 1, "[", { "is JSON", "give the CSV, as membench -o writes it" } },
};

/* Text of 16-bit characters without a mark: each second byte of its first eight is NUL. */
static bool is_wide(const char *bytes, size_t count, size_t nul_at)
{
	for (size_t i = 0; i < 8 && count >= 8; i++) {
		if ((bytes[i] == 0) != (i % 2 == nul_at))
			return false;
	}
	return count >= 8;
}

const struct file_kind *file_kind_of(const char *bytes, size_t count)
{
	static const struct file_kind wide[] = { { "is UTF-16", RECODE("UTF-16BE") },
		                                 { "is UTF-16", RECODE("UTF-16LE") } };

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		if (count >= marks[i].at + marks[i].length &&
		    memcmp(bytes + marks[i].at, marks[i].mark, marks[i].length) == 0)
			return &marks[i].kind;
	}
	for (size_t nul_at = 0; nul_at < 2; nul_at++) {
		if (is_wide(bytes, count, nul_at))
			return &wide[nul_at];
	}
	return NULL;
}

int file_kind_refuse(const struct file_kind *kind, const char *lead, const char *name,
                     struct error *err)
{
	const char *place = strstr(kind->cure, "FILE");
	const char *file = text_equal(name, "standard input") ? "FILE" : name;

	if (place == NULL)
		return error_set(err, "%s%s %s; %s", lead, name, kind->is, kind->cure);
	return error_set(err, "%s%s %s; %.*s%s%s", lead, name, kind->is,
	                 (int)(place - kind->cure), kind->cure, file, place + strlen("FILE"));
}
