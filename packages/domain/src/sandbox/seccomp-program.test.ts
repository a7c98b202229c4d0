import { describe, expect, it } from 'vitest'
import { seccompProgram } from './seccomp-program.ts'
import { absentSyscalls, inspectedSyscalls, refusedSyscalls, type SandboxArch } from './syscalls.ts'

const archs = ['x64', 'arm64'] as const
const auditOf = { x64: 0xc000003e, arm64: 0xc00000b7 } as const

describe.each(archs)('the system call filter on %s', (arch) => {
  const test = setup(arch)

  it.each(Object.entries(refusedSyscalls))('refuses %s', (_, numbers) => {
    const number = numbers[archs.indexOf(arch)]
    if (number !== null) expect(test.asked(number)).toBe('EPERM')
  })

  it.each(Object.entries(absentSyscalls))('returns ENOSYS for %s', (_, numbers) => {
    expect(test.asked(numbers[archs.indexOf(arch)])).toBe('ENOSYS')
  })

  it('kills calls of another architecture', () => {
    for (const other of [0x40000003, 0x40000028, auditOf[arch === 'x64' ? 'arm64' : 'x64']]) {
      expect(test.run({ number: 0, arch: other })).toBe('KILL')
    }
  })

  it('returns ENOSYS for x32 and for calls newer than the list', () => {
    for (const number of [0x40000000, 0x40000029, 463, 1_000, 0xffffffff]) {
      expect(test.asked(number)).toBe('ENOSYS')
    }
    expect(test.asked(462)).toBe('ALLOW')
  })

  it('allows only local sockets', () => {
    const families = { unix: 1, inet: 2, inet6: 10, netlink: 16, packet: 17, alg: 38, vsock: 40 }
    for (const [name, family] of Object.entries(families)) {
      for (const call of ['socket', 'socketpair'] as const) {
        const made = test.asked(test.numberOf(call), family)
        expect(made).toBe(name === 'unix' ? 'ALLOW' : 'EAFNOSUPPORT')
      }
    }
  })

  it('allows threads and processes, but no namespaces', () => {
    const thread = 0x3d0f00
    const process = 0x1200011
    for (const flags of [thread, process]) {
      expect(test.asked(test.numberOf('clone'), flags)).toBe('ALLOW')
    }
    const namespaces = [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000]
    for (const flag of [...namespaces, 0x40000000]) {
      expect(test.asked(test.numberOf('clone'), process | flag)).toBe('EPERM')
    }
  })

  it('refuses to type into a terminal', () => {
    expect(test.asked(test.numberOf('ioctl'), 0, 0x5413)).toBe('ALLOW')
    expect(test.asked(test.numberOf('ioctl'), 0, 0x5412)).toBe('EPERM')
    expect(test.asked(test.numberOf('ioctl'), 0, 0x541c)).toBe('EPERM')
  })

  it('allows the calls of ordinary programs', () => {
    const ordinary = { x64: [0, 1, 9, 59, 202, 257], arm64: [56, 63, 64, 98, 221, 222] }[arch]
    for (const number of ordinary) expect(test.asked(number)).toBe('ALLOW')
  })

  it('is within the kernel’s maximum length', () => {
    expect(test.program.length / 8).toBeLessThan(4_096)
  })
})

/** Interprets a classic BPF program as the kernel does. Source: filter.txt of the kernel's documentation. */
function setup(arch: SandboxArch) {
  const program = seccompProgram(arch)
  const view = new DataView(program.buffer)
  const run = (call: { number: number; arch: number; first?: number; second?: number }) => {
    const words = new Map([
      [0, call.number],
      [4, call.arch],
      [16, call.first ?? 0],
      [24, call.second ?? 0],
    ])
    let held = 0
    for (let at = 0; at < program.length / 8; at += 1) {
      const code = view.getUint16(at * 8, true)
      const operand = view.getUint32(at * 8 + 4, true)
      if (code === 0x06) return answerOf(operand)
      if (code === 0x20) {
        const word = words.get(operand)
        if (word === undefined) throw new Error(`reads at ${operand}`)
        held = word >>> 0
        continue
      }
      at += view.getUint8(at * 8 + (holds(code, held, operand) ? 2 : 3))
    }
    throw new Error('runs off its end')
  }
  return {
    ...{ program, run },
    numberOf: (name: keyof typeof inspectedSyscalls) =>
      inspectedSyscalls[name][archs.indexOf(arch)],
    asked: (number: number | null | undefined, first = 0, second = 0) =>
      run({ number: number ?? Number.NaN, arch: auditOf[arch], first, second }),
  }
}

function holds(code: number, held: number, operand: number): boolean {
  if (code === 0x15) return held === operand
  if (code === 0x25) return held > operand
  if (code === 0x45) return (held & operand) !== 0
  throw new Error(`no such instruction: ${code}`)
}

const answers = new Map([
  [0x7fff0000, 'ALLOW'],
  [0x80000000, 'KILL'],
  [0x00050001, 'EPERM'],
  [0x00050026, 'ENOSYS'],
  [0x00050061, 'EAFNOSUPPORT'],
])

function answerOf(operand: number): string {
  return answers.get(operand) ?? `${operand}`
}
