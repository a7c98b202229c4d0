import { expect } from 'vitest'

/** The findings of a probe in place of a compromised program; errors are names of errno(3), `made` is success. */
export interface Probed {
  /** Lines of `/proc/self/status`. */
  status: Record<string, string>
  /** The result of each attempt. */
  tried: Record<string, string>
  /** Children that ran at once before the next was refused. */
  forks: number
  /** Bytes that one file could hold. */
  largest: number
}

type Arguments = readonly number[]

/** Escapes by system call: the numbers on x86-64 and arm64, and the arguments. */
const calls: Readonly<Record<string, readonly [x64: number, arm64: number, ...Arguments]>> = {
  'socket AF_UNIX': [41, 198, 1, 1, 0],
  'socket AF_INET': [41, 198, 2, 1, 0],
  'socket AF_NETLINK': [41, 198, 16, 3, 12],
  'socket AF_PACKET': [41, 198, 17, 3, 0],
  'socket AF_VSOCK': [41, 198, 40, 1, 0],
  'unshare user': [272, 97, 0x10000000],
  'unshare net': [272, 97, 0x40000000],
  'clone user': [56, 220, 0x10000011, 0, 0, 0, 0],
  clone3: [435, 435, 0, 0],
  setns: [308, 268, 0, 0],
  mount: [165, 40, 0, 0, 0, 0, 0],
  fsopen: [430, 430, 0, 0],
  chroot: [161, 51, 0],
  add_key: [248, 217, 0, 0, 0, 0, 0],
  keyctl: [250, 219, 0, 0, 0, 0, 0],
  io_uring_setup: [425, 425, 1, 0],
  userfaultfd: [323, 282, 1],
  bpf: [321, 280, 0, 0, 0],
  perf_event_open: [298, 241, 0, 0, 0, 0, 0],
  ptrace: [101, 117, 16, 1, 0, 0],
  process_vm_readv: [310, 270, 1, 0, 0, 0, 0, 0],
  open_by_handle_at: [304, 265, 0, 0, 0],
  kexec_load: [246, 104, 0, 0, 0, 0],
  quotactl: [179, 60, 0, 0, 0, 0],
  'call of x32': [0x40000027, 0x40000027],
}

/** The expected {@link Probed.tried} of a tight sandbox: only a local socket can be created. */
const nothingLeadsOut: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(calls).map((name) => [name, answerTo(name)]),
)

/** Expects every call refused but a local socket, no privileges, and a limit on processes. */
export function expectNoWayOut({ tried, status, forks }: Probed): void {
  const none = '0000000000000000'
  expect(tried).toEqual(nothingLeadsOut)
  expect(status).toMatchObject({
    ...{ Seccomp: '2', NoNewPrivs: '1', CapEff: none, CapBnd: none, CapPrm: none },
    Uid: expect.not.stringMatching(/\b0\b/),
  })
  expect(forks).toBeLessThan(4_000)
}

function answerTo(name: string): string {
  if (name === 'socket AF_UNIX') return 'made'
  if (name.startsWith('socket')) return 'EAFNOSUPPORT'
  return /^(clone3|io_uring_setup|call of x32)$/.test(name) ? 'ENOSYS' : 'EPERM'
}

/** A program that tries all of it, in Perl, and prints a line of JSON. */
export function probeProgram(): string {
  const place = process.arch === 'arm64' ? 1 : 0
  const tries = Object.entries(calls).map(([name, [x64, arm64, ...given]]) => {
    const number = [x64, arm64][place]
    return `attempt('${name}', ${[number, ...given].join(', ')});`
  })
  return `
use strict; use JSON::PP; $SIG{XFSZ} = 'IGNORE'; $| = 1;
my (%tried, %status);
my %names = (1 => 'EPERM', 38 => 'ENOSYS', 97 => 'EAFNOSUPPORT');
sub attempt { my ($name, $number, @given) = @_; $! = 0; my $got = syscall($number, @given); $tried{$name} = $got < 0 ? $names{$! + 0} // "errno " . ($! + 0) : 'made'; }
${tries.join('\n')}
open(my $lines, '<', '/proc/self/status'); while (<$lines>) { $status{$1} = $2 if /^(\\w+):\\s*(.*)$/ }
my @children; while (@children < 6000) { my $child = fork; last unless defined $child; if (!$child) { sleep 600; exit } push @children, $child }
kill 9, @children; waitpid($_, 0) for @children;
my $largest = 0; if (open(my $file, '>', '/tmp/large')) { my $piece = 'x' x 65536; while ((my $put = syswrite($file, $piece) // 0) > 0) { $largest += $put; last if $largest > 4e9 } unlink '/tmp/large' }
print encode_json({ status => \\%status, tried => \\%tried, forks => scalar @children, largest => $largest }), "\\n";
`
}
