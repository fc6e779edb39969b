/* SPDX-License-Identifier: MIT */
/* session: from --command and what goes with it to its cells. Runs nothing. */
#include "session/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "samples/file.h"

uint64_t command_bytes(uint64_t volume, uint64_t block_bytes)
{
	return volume / block_bytes * block_bytes;
}

/* The end of a word, which has no quotes: names need none. */
static size_t word_length(const char *word)
{
	return strcspn(word, " \t\n;|&<>()'\"");
}

static bool is_assignment(const char *word, size_t length)
{
	const char *equals = memchr(word, '=', length);

	return equals != NULL && equals > word && memchr(word, '/', (size_t)(equals - word)) == NULL;
}

void command_name(const char *command, struct text *name)
{
	size_t length = 0;

	for (;; command += length) {
		command += strspn(command, " \t\n;|&<>()'\"{}");
		length = word_length(command);
		if (length == 0 || !is_assignment(command, length))
			break;
	}
	for (size_t i = 0; i < length; i++) {
		text_put_bytes(name, command + i, 1);
		if (command[i] == '/' && i + 1 < length)
			name->length = 0;
	}
	if (name->length == 0)
		text_put(name, "command");
}

bool command_asks(const char *command, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = command; (at = strchr(at, '$')) != NULL; at++) {
		const char *word = at + 1 + (at[1] == '{');
		if (strncmp(word, name, length) == 0 && !isalnum((unsigned char)word[length]) &&
		    word[length] != '_')
			return true;
	}
	return false;
}

/* ---- What another file says ---- */

static int like_refuse(const struct like *like, struct error *err)
{
	for (size_t i = 0; i < like->rows.count; i++) {
		const struct context *context = like->rows.items[i].context;
		if (!text_equal(context->op, "command"))
			return error_set(err, "%s: holds rows of memory (op %.20s), which no --command "
			                 "can be like", like->path, context->op);
	}
	return 0;
}

/* Sizes, volume and runs, where they are not given. */
static void like_take_rows(struct session *session)
{
	struct session_options *asked = &session->asked;
	struct like *like = &session->like;
	const struct context *latest = like->rows.items[like->rows.count - 1].context;
	uint64_t most = 0, given = asked->given;

	like->threads = latest->threads;
	like->page_bytes = latest->page_bytes;

	for (size_t i = 0; i < like->rows.count; i++) {
		const struct cell *row = &like->rows.items[i];
		most = row->bytes > most ? row->bytes : most;
		if (!(given & GIVEN_SIZES))
			size_list_add(&session->command_sizes, row->block_bytes);
	}
	if (!(given & GIVEN_SIZES))
		asked->sizes = session->command_sizes;
	if (!(given & GIVEN_VOLUME))
		asked->volume = most;
	if (!(given & GIVEN_RUNS))
		asked->runs = like_runs(like);
}

static int like_init(struct session *session, struct error *err)
{
	struct like *like = &session->like;
	struct stat facts;
	const struct session_options *asked = &session->asked;
	bool adds = asked->append && stat(asked->output, &facts) == 0 && S_ISREG(facts.st_mode) &&
	            facts.st_size > 0;

	like->path = asked->like != NULL ? asked->like : adds ? asked->output : NULL;
	if (like->path == NULL)
		return 0;
	int result = file_read_cells(like->path, &like->rows, &like->notes, err);
	warnings_add_lines(&session->notes, "torn", text_string(&like->notes));
	if (result != 0 || like_refuse(like, err) != 0)
		return -1;
	like_take_rows(session);
	return 0;
}

/* ---- The cells ---- */

static int check_blocks(const struct session *session, struct error *err)
{
	static const char *const names[] = { "BLOCK", "COUNT", "SIZE" };
	const struct session_options *asked = &session->asked;
	char block[SIZE_TEXT_BYTES], volume[SIZE_TEXT_BYTES];

	if (asked->volume == 0)
		return error_set(err, "--command: give --volume, the bytes that it moves each time, "
		                 "such as --volume 256M");
	for (size_t i = 0; i < sizeof names / sizeof *names && asked->sizes.count == 0; i++) {
		if (command_asks(asked->command, names[i]))
			return error_set(err, "--command: it asks for $%s; give the block sizes, such as "
			                 "--sizes 4K-1M", names[i]);
	}
	for (size_t i = 0; i < asked->sizes.count; i++) {
		if (asked->sizes.bytes[i] > asked->volume)
			return error_set(err, "--sizes: a block of %s is more than the --volume of %s",
			                 size_format(asked->sizes.bytes[i], block),
			                 size_format(asked->volume, volume));
	}
	return 0;
}

static void cells_plan(struct session *session)
{
	const struct session_options *asked = &session->asked;

	if (asked->name != NULL)
		text_put(&session->command_name, asked->name);
	else
		command_name(asked->command, &session->command_name);
	for (size_t i = 0; i < asked->sizes.count; i++)
		plan_add(&session->plan, NULL, asked->sizes.bytes[i]);
	if (asked->sizes.count == 0)
		plan_add(&session->plan, NULL, asked->volume);
	for (size_t i = 0; i < session->plan.count; i++)
		session->plan.cells[i].name = text_string(&session->command_name);
}

int command_init(struct session *session, struct error *err)
{
	session->threads = 1;
	session->throttled = platform_throttled();
	if (like_init(session, err) != 0 || check_blocks(session, err) != 0)
		return -1;
	cells_plan(session);
	return 0;
}
