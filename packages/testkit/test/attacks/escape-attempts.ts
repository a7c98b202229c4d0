/**
 * Attempts to escape that root can make inside one container, as shell scripts for the probe image; each prints one line
 * per attempt, all of which `held` must match. The numbers are those of the escape battery in docs/security/attacks.md.
 */
export interface EscapeAttempt {
  row: number
  attempt: string
  script: string
  held: RegExp
  /** Arguments of `docker run` with which the same script succeeds, which proves that the attempt is a real one. */
  unkept?: readonly string[]
}

/** System call numbers of x86-64. Arguments follow the name; one that is not a number is passed as text. */
const call = (...calls: string[]) => `perl -e '${probe}' ${calls.map((it) => `'${it}'`).join(' ')}`
const probe = [
  'my %n=(socket=>41,clone=>56,mknod=>133,pivot_root=>155,adjtimex=>159,acct=>163,mount=>165,umount2=>166,',
  'swapon=>167,reboot=>169,sethostname=>170,iopl=>172,ioperm=>173,init_module=>175,delete_module=>176,',
  'quotactl=>179,lookup_dcookie=>212,clock_settime=>227,kexec_load=>246,add_key=>248,request_key=>249,',
  'keyctl=>250,unshare=>272,perf_event_open=>298,fanotify_init=>300,name_to_handle_at=>303,',
  'open_by_handle_at=>304,setns=>308,process_vm_readv=>310,kcmp=>312,finit_module=>313,kexec_file_load=>320,',
  'bpf=>321,userfaultfd=>323,io_uring_setup=>425,io_uring_enter=>426,io_uring_register=>427,open_tree=>428,',
  'move_mount=>429,fsopen=>430,fsmount=>432,fspick=>433,clone3=>435,pidfd_getfd=>438,mount_setattr=>442,syslog=>103,',
  'vhangup=>153,ptrace=>101);$|=1;',
  'for(@ARGV){my($c,@a)=split / /;@a=map{/^-?\\d/?$_+0:$_."\\0"}@a;push @a,0 while @a<6;',
  'my $r=syscall($n{$c},@a);exit if $c eq "clone" && $r==0;print "$c ",($r==-1?$!+0:"allowed"),"\\n"}',
].join('')

const refused = /^\w+ (1|38|97)$/

export const attempts: readonly EscapeAttempt[] = [
  {
    row: 1,
    attempt: 'more rights than ten capabilities, or any without the filter',
    script: 'grep -E "CapEff|NoNewPrivs|Seccomp:" /proc/self/status | tr -d "\\t "',
    held: /^(CapEff:00000000200404fb|NoNewPrivs:1|Seccomp:2)$/,
    unkept: [],
  },
  {
    row: 2,
    attempt: 'namespaces of its own',
    script: call(
      ...[0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000].flatMap(
        (flag) => [`unshare ${flag}`, `clone ${flag + 17}`],
      ),
      'clone3 0 88',
    ),
    held: refused,
  },
  {
    row: 3,
    attempt: 'mounts, old and new calls',
    script: call(
      'mount none /mnt tmpfs',
      'mount none /mnt proc',
      'mount / /mnt none 4096',
      'mount none /mnt cgroup',
      'mount none / none 32',
      'umount2 /proc/kcore 2',
      'umount2 /etc/hosts 2',
      'fsopen tmpfs 0',
      'open_tree -100 / 1',
      'fspick -100 / 0',
      'move_mount -100 / -100 /mnt 0',
      'mount_setattr -100 / 0',
      'pivot_root / /mnt',
    ),
    held: refused,
  },
  {
    row: 4,
    attempt: 'devices of the host',
    script: [
      'mknod /tmp/disk b 254 0 2>&1 | grep -o "Operation not permitted"',
      'mknod /tmp/mem c 1 1 2>&1 | grep -o "Operation not permitted"',
      'for device in mem kmsg port vda sda nvme0n1 kvm fuse net/tun loop0; do',
      '  echo "bytes:$(head -c 1 /dev/$device 2>/dev/null | wc -c)"; done',
      'echo "bytes:$(head -c 1 /proc/kcore 2>/dev/null | wc -c)"',
    ].join('\n'),
    held: /^(Operation not permitted|bytes:0)$/,
  },
  {
    row: 5,
    attempt: 'files of the host by their handles (shocker)',
    script: call('open_by_handle_at 3 0 0'),
    held: refused,
  },
  {
    row: 6,
    attempt: 'raw and packet sockets',
    script: `${call('socket 2 3 1', 'socket 2 3 255', 'socket 10 3 58', 'socket 17 3 768', 'socket 17 2 3')}; arping -c 1 -w 1 10.0.0.1 2>&1 | grep -o "Operation not permitted\\|Address family not supported" | head -1`,
    held: /^(socket (1|97)|Operation not permitted|Address family not supported)$/,
    unkept: ['--cap-add', 'NET_RAW', '--security-opt', 'seccomp=unconfined'],
  },
  {
    row: 7,
    attempt: "the kernel's own machinery",
    script: call(
      ...[
        'bpf 0 0 0',
        'perf_event_open 0 0 -1 -1 0',
        'userfaultfd 0',
        'userfaultfd 1',
        'keyctl 0 -3',
      ],
      ...[
        'add_key user x y 1 -3',
        'request_key user x',
        'kexec_load 0 0 0 0',
        'kexec_file_load 0 0',
      ],
      ...[
        'init_module 0 0 0',
        'finit_module 0 0 0',
        'delete_module x 0',
        'reboot 0 0 0',
        'swapon /x 0',
      ],
      ...[
        'clock_settime 0 0',
        'acct 0',
        'iopl 3',
        'ioperm 0 1 1',
        'quotactl 0 0 0 0',
        'syslog 3 0 0',
      ],
      ...[
        'fanotify_init 0 0',
        'lookup_dcookie 0 0 0',
        'sethostname x 1',
        'vhangup',
        'kcmp 1 1 0 0 0',
      ],
      ...['io_uring_setup 8 0', 'io_uring_enter 0 0 0 0', 'io_uring_register 0 0 0 0'],
    ),
    held: refused,
  },
  {
    row: 8,
    attempt: 'the namespaces and memory of others',
    script: `${call('setns 0 0', 'pidfd_getfd 0 0 0', 'process_vm_readv 1 0 0 0 0 0')}; nsenter -t 1 -m true 2>&1 | grep -o "Operation not permitted"`,
    held: /^(\w+ (1|38)|Operation not permitted)$/,
  },
  {
    row: 9,
    attempt: "switches of the host's kernel",
    script: [
      'for file in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /sys/kernel/uevent_helper',
      '  /proc/sys/kernel/modprobe /proc/sys/net/ipv4/ip_forward /proc/sys/vm/panic_on_oom; do',
      '  (echo x > $file) 2>/dev/null && echo "written: $file" || echo held; done',
    ]
      .join(' ')
      .replace('uevent_helper   /proc', 'uevent_helper /proc'),
    held: /^held$/,
  },
  {
    row: 10,
    attempt: 'the control groups of the host',
    script:
      'find /sys/fs/cgroup -name release_agent -o -name cgroup.procs -o -name notify_on_release -o -name memory.max -o -name memory.limit_in_bytes 2>/dev/null | head -40 | while read file; do (echo 1 > $file) 2>/dev/null && echo "written: $file" || echo held; done; echo held',
    held: /^held$/,
  },
  {
    row: 11,
    attempt: 'out of a chroot to the root of the host',
    script:
      'mkdir -p /tmp/jail; perl -e \'chroot "/tmp/jail"; chdir ".." for 1..50; chroot "."; open F, "/etc/os-release"; print grep /^ID=/, <F>\'',
    held: /^ID=gridloom-base$/,
  },
  {
    row: 16,
    attempt: 'memory beyond its share',
    script: [
      'cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max 2>/dev/null | head -1 |',
      '  awk \'{ print ($1 ~ /^[0-9]+$/ && $1 < 1e12) ? "limited" : "unlimited" }\';',
      'df -k /dev/shm | awk \'NR==2 { print ($2 <= 65536) ? "limited" : "unlimited" }\'',
    ].join(' '),
    held: /^limited$/,
    unkept: ['--shm-size', '1g'],
  },
  {
    row: 17,
    attempt: 'root by a set-user-id program',
    script: 'perl -e \'$( = $) = 65534; $< = $> = 65534; exec "/bin/id-as-root", "-u"\'',
    held: /^65534$/,
    unkept: [],
  },
  {
    row: 18,
    attempt: "the engine's sockets",
    script: [
      'find / -xdev -type s 2>/dev/null',
      'grep -E "docker|containerd|podman" /proc/net/unix',
      'ls -d /var/run/docker.sock /run/containerd /run/podman 2>/dev/null',
      'echo none',
    ].join('; '),
    held: /^none$/,
    unkept: ['-v', '/var/run/docker.sock:/var/run/docker.sock'],
  },
  {
    row: 19,
    attempt: "the host's init program, which is mounted in",
    script: `(echo x >> /sbin/docker-init) 2>/dev/null && echo written || echo held; ${call('umount2 /sbin/docker-init 2', 'mount none /sbin/docker-init none 32')}`,
    held: /^(held|\w+ 1)$/,
  },
  {
    row: 24,
    attempt: 'its own network interface',
    script: [
      'for words in "addr add 10.0.0.1/8 dev eth0" "link set eth0 down" "route add default via 10.0.0.1"; do',
      '  ip $words 2>&1 | grep -qi "not permitted" && echo held || echo "done: $words"; done',
    ].join(' '),
    held: /^held$/,
    unkept: ['--cap-add', 'NET_ADMIN'],
  },
  {
    row: 25,
    attempt: 'IPv6, past the rules for IPv4',
    script:
      '(echo 0 > /proc/sys/net/ipv6/conf/all/disable_ipv6) 2>/dev/null && echo written || echo held; ip -6 addr show dev eth0 2>/dev/null | grep inet6; echo held',
    held: /^held$/,
    unkept: ['--cap-add', 'NET_ADMIN', '--security-opt', 'systempaths=unconfined'],
  },
  {
    row: 32,
    attempt: 'what /proc tells of the host',
    script:
      'for file in cmdline config.gz kallsyms kcore keys timer_list sched_debug interrupts partitions; do [ "$(head -c 1 /proc/$file 2>/dev/null | wc -c)" = 0 ] && echo held || echo "readable: $file"; done',
    held: /^held$/,
  },
  {
    row: 34,
    attempt: 'AF_VSOCK, which no firewall sees, and other families',
    script: call(
      ...[
        'socket 40 1 0',
        'socket 38 5 0',
        'socket 31 3 0',
        'socket 29 3 0',
        'socket 4294967336 1 0',
      ],
      ...['socket 16 3 12', 'socket 16 3 9', 'socket 16 3 15', 'socket 44 3 0'],
    ),
    held: refused,
    unkept: ['--security-opt', 'seccomp=unconfined'],
  },
]
