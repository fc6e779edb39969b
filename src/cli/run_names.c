/* SPDX-License-Identifier: MIT */
/* cli: the host and the names of files that hold it. Opens nothing. */
#include "cli/run_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOST_MOST 255 /* bytes: of a name in the DNS, and of a file's */

static const char *environment(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && *value != '\0' ? value : NULL;
}

static int check_host(const char *host, const char *source, struct error *err)
{
	size_t bytes;

	if (*host == '\0' || strlen(host) > HOST_MOST)
		return error_set(err, "%s: a name of 1 to %d bytes is needed", source, HOST_MOST);
	for (const char *at = host; *at; at += bytes) {
		bytes = text_character(at);
		if (bytes == 0 || iscntrl((unsigned char)*at) || *at == '/')
			return error_set(err, "%s: '%.60s' is no name of a host: neither '/' nor control "
			                 "characters belong into one, and it is UTF-8", source, host);
	}
	return 0;
}

static int find_host(struct text *host, const char *given, struct error *err)
{
	const char *node = environment("SLURMD_NODENAME");
	char system[HOST_MOST + 1] = "";

	text_put(host, "");
	if (given != NULL || node != NULL) {
		text_put(host, given != NULL ? given : node);
		return check_host(text_string(host), given != NULL ? "--host" : "SLURMD_NODENAME", err);
	}
	if (gethostname(system, sizeof system) != 0)
		system[0] = '\0';
	system[sizeof system - 1] = '\0';
	text_keep_utf8(system);
	text_put(host, system);
	return 0;
}

/* What stands for the letter; NULL where nothing does, and `wants` says why. */
static const char *meaning(char letter, const char *host, const char **wants)
{
	const char *task = environment("SLURM_ARRAY_TASK_ID");

	switch (letter) {
	case 'h':
		*wants = "this system has no name; give it one with --host NAME";
		return *host != '\0' ? host : NULL;
	case 'j':
		*wants = "%j is the Slurm job, and SLURM_JOB_ID is not set: this is none";
		return environment("SLURM_JOB_ID");
	case 't':
		*wants = "%t is the Slurm task, and neither SLURM_ARRAY_TASK_ID nor SLURM_PROCID is "
		         "set: this is none";
		return task != NULL ? task : environment("SLURM_PROCID");
	case '%':
		return "%";
	default:
		*wants = "behind % stands h (host), j (Slurm job), t (Slurm task) or % itself";
		return NULL;
	}
}

static int expand(const char *option, const char **path, const char *host, struct text *text,
                  struct error *err)
{
	if (*path == NULL)
		return 0;
	text_put(text, "");
	for (const char *at = *path; *at; at++) {
		const char *wants = NULL;
		if (*at != '%') {
			text_put_bytes(text, at, 1);
			continue;
		}
		const char *put = meaning(*++at, host, &wants);
		if (put == NULL)
			return error_set(err, "--%s: '%.200s': %s", option, *path, wants);
		if (strchr(put, '/') != NULL)
			return error_set(err, "--%s: '%.200s': what stands for %%%c has a '/' in it",
			                 option, *path, *at);
		text_put(text, put);
	}
	*path = text_string(text);
	return 0;
}

int run_names_init(struct run_names *names, struct session_options *session,
                   struct error *err)
{
	*names = (struct run_names){ .host = { 0 } };
	if (find_host(&names->host, session->host, err) != 0)
		return -1;
	session->host = text_string(&names->host);
	if (expand("output", &session->output, session->host, &names->output, err) != 0 ||
	    expand("raw", &session->raw, session->host, &names->raw, err) != 0)
		return -1;
	return expand("like", &session->like, session->host, &names->like, err);
}

void run_names_release(struct run_names *names)
{
	text_release(&names->host);
	text_release(&names->output);
	text_release(&names->raw);
	text_release(&names->like);
}
