/* SPDX-License-Identifier: MIT */
/* What Contiki-NG's manual says of processes, as far as one goes that runs once. */
#ifndef CONTIKI_H_
#define CONTIKI_H_

struct process {
    const char *name;
    void (*thread)(int ev, void *data);
};

#define PROCESS_THREAD(name, ev, data) static void process_thread_##name(int ev, void *data)
#define PROCESS(name, title)        \
    PROCESS_THREAD(name, ev, data); \
    struct process name = {title, process_thread_##name}
#define PROCESS_BEGIN() (void)ev, (void)data
#define PROCESS_END() return
#define AUTOSTART_PROCESSES(...) \
    struct process *const autostart_processes[] = {__VA_ARGS__, (struct process *)0}

extern struct process *const autostart_processes[];

#endif
