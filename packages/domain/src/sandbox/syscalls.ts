/** The processors that sandboxes support, as Node.js names them. */
export type SandboxArch = 'x64' | 'arm64'

/** The numbers of a system call on x86-64 and on arm64; `null` if it does not exist. */
export type SyscallNumbers = readonly [x64: number | null, arm64: number | null]

/**
 * System calls that no sandboxed program needs, and that reach beyond a namespace or have allowed escapes before.
 * Sources:
 * Docker's default profile (moby `profiles/seccomp/default.json`), numbers of Linux 6.1.
 */
export const refusedSyscalls = {
  // Namespaces and mounts: most sandbox escapes start with a user namespace.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  // Keyrings belong to no namespace but a user's.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Large attack surfaces of the kernel.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  lookup_dcookie: [212, 18],
  memfd_secret: [447, 447],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  modify_ldt: [154, null],
  personality: [135, 92],
  vmsplice: [278, 75],
  // Files opened by handle may be outside the mounts.
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // The machine itself.
  acct: [163, 89],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  settimeofday: [164, 170],
  create_module: [174, null],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  get_kernel_syms: [177, null],
  query_module: [178, null],
  ioperm: [173, null],
  iopl: [172, null],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  nfsservctl: [180, 42],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  swapon: [167, 224],
  swapoff: [168, 225],
  syslog: [103, 116],
  sysfs: [139, null],
  _sysctl: [156, null],
  uselib: [134, null],
  ustat: [136, null],
  vhangup: [153, 58],
} as const satisfies Readonly<Record<string, SyscallNumbers>>

/** Calls that return ENOSYS: libraries then use their older alternatives. */
export const absentSyscalls = {
  // Its flags are in memory, where a filter cannot look: glibc falls back to `clone`.
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
} as const satisfies Readonly<Record<string, SyscallNumbers>>

/** Calls that are decided by an argument. */
export const inspectedSyscalls = {
  clone: [56, 220],
  ioctl: [16, 29],
  socket: [41, 198],
  socketpair: [53, 199],
} as const satisfies Readonly<Record<string, SyscallNumbers>>

/** The last call of Linux 6.10 (`mseal`): newer ones were not reviewed. Those of x32 have far higher numbers. */
export const lastKnownSyscall = 462
