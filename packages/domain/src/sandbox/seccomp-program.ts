import {
  absentSyscalls,
  inspectedSyscalls,
  lastKnownSyscall,
  refusedSyscalls,
  type SandboxArch,
  type SyscallNumbers,
} from './syscalls.ts'

/**
 * The seccomp filter of a sandbox, as `bwrap --seccomp` reads it: a classic BPF program over `struct seccomp_data`
 * (seccomp(2)), eight bytes per instruction, little-endian. It allows calls that {@link refusedSyscalls} and its
 * neighbours do not name, only local sockets (no AF_VSOCK, AF_NETLINK, AF_PACKET, nor the internet), and no namespaces.
 * Allowed calls are decided by their number, which the kernel caches from 5.11 on, so that they cost nothing.
 */
export function seccompProgram(arch: SandboxArch): Uint8Array {
  const number = (numbers: SyscallNumbers) => numbers[arch === 'x64' ? 0 : 1]
  const known = (list: Readonly<Record<string, SyscallNumbers>>) =>
    Object.values(list).flatMap((numbers) => number(numbers) ?? [])
  const { clone, ioctl, socket, socketpair } = inspectedSyscalls
  return encoded([
    load(place.arch),
    ...unless(jump.equal, auditArch[arch], [give(answer.kill)]),
    load(place.number),
    ...when(jump.greater, lastKnownSyscall, [give(answer.absent)]),
    ...known(absentSyscalls).flatMap((one) => when(jump.equal, one, [give(answer.absent)])),
    ...known(refusedSyscalls).flatMap((one) => when(jump.equal, one, [give(answer.refused)])),
    ...[socket, socketpair].flatMap((one) => decide(number(one), ownSocketsOnly)),
    ...decide(number(clone), noNamespaces),
    ...decide(number(ioctl), noTyping),
    give(answer.allow),
  ])
}

/** An instruction: code, jump where true, jump where false, operand. */
type Instruction = readonly [code: number, yes: number, no: number, operand: number]

/** The offsets in `struct seccomp_data`; of an argument the low half, which is all that the kernel uses of these. */
const place = { number: 0, arch: 4, firstArgument: 16, secondArgument: 24 } as const
/**
 * AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 of linux/audit.h: 32-bit calls have other numbers, and another value here.
 */
const auditArch = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
/** BPF_JMP with BPF_K: JEQ, JGT, JSET. */
const jump = { equal: 0x15, greater: 0x25, anyBit: 0x45 } as const

const errno = (code: number) => 0x00050000 | code
const answer = {
  allow: 0x7fff0000,
  kill: 0x80000000,
  /** EPERM */
  refused: errno(1),
  /** ENOSYS */
  absent: errno(38),
  /** EAFNOSUPPORT */
  noSuchFamily: errno(97),
} as const

const familyUnix = 1
/** CLONE_NEW{NS,CGROUP,UTS,IPC,USER,PID,NET} of linux/sched.h. */
const namespaceFlags = 0x7e020000
/** TIOCSTI types into a terminal, TIOCLINUX pastes into one. */
const typingRequests = [0x5412, 0x541c]

const ownSocketsOnly = [
  load(place.firstArgument),
  ...unless(jump.equal, familyUnix, [give(answer.noSuchFamily)]),
  give(answer.allow),
]
const noNamespaces = [
  load(place.firstArgument),
  ...when(jump.anyBit, namespaceFlags, [give(answer.refused)]),
  give(answer.allow),
]
const noTyping = [
  load(place.secondArgument),
  ...typingRequests.flatMap((one) => when(jump.equal, one, [give(answer.refused)])),
  give(answer.allow),
]

/** Decides one call by a rule, if this processor has the call. The rule ends with a result. */
function decide(call: number | null, rule: readonly Instruction[]): Instruction[] {
  return call === null ? [] : when(jump.equal, call, rule)
}

function load(at: number): Instruction {
  return [0x20, 0, 0, at]
}

function give(what: number): Instruction {
  return [0x06, 0, 0, what]
}

function when(code: number, operand: number, then: readonly Instruction[]): Instruction[] {
  return [[code, 0, then.length, operand], ...then]
}

function unless(code: number, operand: number, then: readonly Instruction[]): Instruction[] {
  return [[code, then.length, 0, operand], ...then]
}

function encoded(instructions: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(instructions.length * 8)
  const view = new DataView(bytes.buffer)
  for (const [nth, [code, yes, no, operand]] of instructions.entries()) {
    view.setUint16(nth * 8, code, true)
    view.setUint8(nth * 8 + 2, yes)
    view.setUint8(nth * 8 + 3, no)
    view.setUint32(nth * 8 + 4, operand, true)
  }
  return bytes
}
