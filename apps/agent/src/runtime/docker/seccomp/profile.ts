import { allowedSyscalls } from './syscalls.ts'

interface Condition {
  index: number
  value: number
  op: 'SCMP_CMP_EQ' | 'SCMP_CMP_NE' | 'SCMP_CMP_GT' | 'SCMP_CMP_MASKED_EQ'
}

interface Rule {
  names: string[]
  action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO'
  errnoRet?: number
  args?: Condition[]
}

const notPermitted = 1
const notImplemented = 38
const familyNotSupported = 97

/**
 * Address families: local, IPv4, IPv6; of netlink only routing. AF_VSOCK (40) leads to a hypervisor, past any firewall.
 */
const familiesMax = 16
const families = [1, 2, 10]
const netlink = familiesMax
const routing = 0

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const namespaceFlags = 0x7e02_0000

/** `personality` may be queried, and set to 64-bit or 32-bit Linux, each also with UNAME26 (a version of 2.6). */
const personalities = [0, 0x0008, 0x2_0000, 0x2_0008, 0xffff_ffff]

/**
 * Returns the seccomp profile of every renter's container, in the format of Docker and Podman
 * (https://docs.docker.com/engine/security/seccomp/): denies by default. Values are compared with all 64 bits of an
 * argument, so that none passes by bits that the kernel would cut off. Programs of 32-bit x86 do not run: their
 * `socketcall` hides the address family behind a pointer, which a filter cannot follow.
 */
export function seccompProfile(): string {
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: notPermitted,
    archMap: [
      { architecture: 'SCMP_ARCH_X86_64', subArchitectures: [] },
      { architecture: 'SCMP_ARCH_AARCH64', subArchitectures: ['SCMP_ARCH_ARM'] },
    ],
    syscalls: [
      allow(Object.values(allowedSyscalls).flatMap((names) => names.split(/\s+/))),
      ...socketRules(),
      allow(['clone'], { index: 0, value: namespaceFlags, op: 'SCMP_CMP_MASKED_EQ' }),
      ...personalities.map((value) => allow(['personality'], equals(0, value))),
      // The C libraries then fall back to `clone`.
      refuse(['clone3'], notImplemented),
    ],
  })
}

/**
 * Returns the rules for sockets. Denied families answer as on a kernel without them, which programs (`useradd`, sshd)
 * treat as unavailable and continue. A rule may check an argument only once, so the families in between are listed one
 * by one.
 */
function socketRules(): Rule[] {
  const others = Array.from({ length: familiesMax }, (_, family) => family).filter(
    (family) => !families.includes(family),
  )
  return [
    ...families.map((family) => allow(['socket'], equals(0, family))),
    allow(['socket'], equals(0, netlink), equals(2, routing)),
    allow(['socketpair'], equals(0, 1)),
    refuse(['socket'], familyNotSupported, equals(0, netlink), {
      index: 2,
      value: routing,
      op: 'SCMP_CMP_NE',
    }),
    ...others.map((family) => refuse(['socket'], familyNotSupported, equals(0, family))),
    refuse(['socket'], familyNotSupported, { index: 0, value: familiesMax, op: 'SCMP_CMP_GT' }),
  ]
}

function equals(index: number, value: number): Condition {
  return { index, value, op: 'SCMP_CMP_EQ' }
}

function allow(names: string[], ...args: Condition[]): Rule {
  return { names, action: 'SCMP_ACT_ALLOW', ...(args.length === 0 ? {} : { args }) }
}

function refuse(names: string[], errnoRet: number, ...args: Condition[]): Rule {
  return { names, action: 'SCMP_ACT_ERRNO', errnoRet, ...(args.length === 0 ? {} : { args }) }
}
