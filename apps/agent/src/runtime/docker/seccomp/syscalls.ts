/**
 * The system calls that a renter's container may make, by purpose; all others are denied. The list was compared with
 * the default profile of Docker (moby, profiles/seccomp/default.json). Omitted on purpose, beside those that need a
 * capability that containers lack: io_uring, keyrings, userfaultfd, bpf, perf, fanotify, quotas, `kcmp` and
 * `pidfd_getfd`, and clone3, whose flags a filter cannot read.
 */
export const allowedSyscalls = {
  files: `access chdir chmod chown chown32 close close_range copy_file_range creat dup dup2 dup3 faccessat
    faccessat2 fadvise64 fadvise64_64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchown32 fchownat fcntl
    fcntl64 fdatasync fgetxattr flistxattr flock fremovexattr fsetxattr fstat fstat64 fstatat64 fstatfs fstatfs64
    fsync ftruncate ftruncate64 futimesat getcwd getdents getdents64 getxattr inotify_add_watch inotify_init
    inotify_init1 inotify_rm_watch ioctl lchown lchown32 lgetxattr link linkat listxattr llistxattr _llseek
    lremovexattr lseek lsetxattr lstat lstat64 mkdir mkdirat mknod mknodat name_to_handle_at newfstatat open openat
    openat2 pipe pipe2 pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv
    removexattr rename renameat renameat2 rmdir sendfile sendfile64 setxattr splice stat stat64 statfs statfs64
    statx symlink symlinkat sync sync_file_range syncfs tee truncate truncate64 umask unlink unlinkat utime
    utimensat utimensat_time64 utimes vmsplice write writev`,
  waiting: `epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait epoll_pwait2 epoll_wait epoll_wait_old
    eventfd eventfd2 _newselect pause poll ppoll ppoll_time64 pselect6 pselect6_time64 select signalfd signalfd4`,
  asynchronousFiles: `io_cancel io_destroy io_getevents io_pgetevents io_pgetevents_time64 io_setup io_submit`,
  memory: `brk cachestat madvise map_shadow_stack membarrier memfd_create memfd_secret mincore mlock mlock2
    mlockall mmap mmap2 mprotect mremap mseal msync munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect
    remap_file_pages`,
  processes: `capget capset chroot execve execveat exit exit_group fork getegid getegid32 geteuid geteuid32 getgid
    getgid32 getgroups getgroups32 getpgid getpgrp getpid getppid getpriority getresgid getresgid32 getresuid
    getresuid32 getrlimit getrusage getsid gettid getuid getuid32 ioprio_get ioprio_set pidfd_open
    pidfd_send_signal prctl prlimit64 process_mrelease ptrace seccomp setfsgid
    setfsgid32 setfsuid setfsuid32 setgid setgid32 setgroups setgroups32 setpgid setpriority setregid setregid32
    setresgid setresgid32 setresuid setresuid32 setreuid setreuid32 setrlimit setsid setuid setuid32 sysinfo times
    ugetrlimit uname vfork wait4 waitid waitpid`,
  confinement: 'landlock_add_rule landlock_create_ruleset landlock_restrict_self',
  threads: `futex futex_requeue futex_time64 futex_wait futex_waitv futex_wake get_robust_list get_thread_area
    getcpu rseq set_robust_list set_thread_area set_tid_address`,
  scheduling: `sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr sched_getparam
    sched_getscheduler sched_rr_get_interval sched_rr_get_interval_time64 sched_setaffinity sched_setattr
    sched_setparam sched_setscheduler sched_yield`,
  signals: `kill restart_syscall rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn
    rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64 rt_tgsigqueueinfo sigaltstack sigprocmask sigreturn tgkill
    tkill`,
  time: `adjtimex alarm clock_adjtime clock_adjtime64 clock_getres clock_getres_time64 clock_gettime
    clock_gettime64 clock_nanosleep clock_nanosleep_time64 getitimer gettimeofday nanosleep setitimer time
    timer_create timer_delete timer_getoverrun timer_gettime timer_gettime64 timer_settime timer_settime64
    timerfd_create timerfd_gettime timerfd_gettime64 timerfd_settime timerfd_settime64`,
  network: `accept accept4 bind connect getpeername getsockname getsockopt listen recv recvfrom recvmmsg
    recvmmsg_time64 recvmsg send sendmmsg sendmsg sendto setsockopt shutdown`,
  interProcess: `ipc mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedreceive_time64 mq_timedsend
    mq_timedsend_time64 mq_unlink msgctl msgget msgrcv msgsnd semctl semget semop semtimedop semtimedop_time64
    shmat shmctl shmdt shmget`,
  randomness: 'getrandom',
  x86: 'arch_prctl modify_ldt',
  arm: 'arm_fadvise64_64 arm_sync_file_range breakpoint cacheflush set_tls sync_file_range2',
} as const
