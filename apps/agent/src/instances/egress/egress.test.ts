import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Executed } from '../../host/execute.ts'
import { checkEgress, ensureEgress } from './apply.ts'
import { createGuard } from './guard.ts'
import { egressRules, jumpWords, privateIpv4, resolversOf } from './rules.ts'

describe('egressRules', () => {
  it('answers first, then the name servers, then every private range, then the rest of the world', () => {
    const rules = egressRules({ family: 'ipv4', resolvers: ['10.0.0.2', 'fd00::53'] }).split('\n')
    expect(rules.slice(0, 6)).toEqual([
      '*mangle',
      ':GRIDLOOM-EGRESS - [0:0]',
      ':GRIDLOOM-HOST - [0:0]',
      '-A GRIDLOOM-EGRESS -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN',
      '-A GRIDLOOM-EGRESS -d 10.0.0.2 -p udp -m udp --dport 53 -j RETURN',
      '-A GRIDLOOM-EGRESS -d 10.0.0.2 -p tcp -m tcp --dport 53 -j RETURN',
    ])
    const dropped = rules.flatMap((rule) => /EGRESS -d (\S+) -j DROP/.exec(rule)?.[1] ?? [])
    expect(dropped).toEqual([...privateIpv4])
    expect(rules.indexOf('-A GRIDLOOM-EGRESS -j RETURN')).toBeGreaterThan(
      rules.indexOf('-A GRIDLOOM-EGRESS -d 240.0.0.0/4 -j DROP'),
    )
  })

  it('keeps the machine itself shut but for answers and names', () => {
    const rules = egressRules({ family: 'ipv4', resolvers: [] })
    const host = rules.split('\n').filter((rule) => rule.startsWith('-A GRIDLOOM-HOST'))
    expect(host).toEqual([
      '-A GRIDLOOM-HOST -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN',
      '-A GRIDLOOM-HOST -j DROP',
    ])
  })

  it('has its own ranges and name servers for IPv6', () => {
    const rules = egressRules({ family: 'ipv6', resolvers: ['10.0.0.2', 'fd00::53'] })
    expect(rules).toContain('-d fd00::53 -p udp')
    expect(rules).toContain('-d fc00::/7 -j DROP')
    expect(rules).not.toContain('10.0.0')
  })
})

describe('jumpWords', () => {
  it('covers every bridge of ours and no other', () => {
    const jump = { from: 'INPUT', to: 'GRIDLOOM-HOST' }
    expect(jumpWords('-I', jump, 'gl-').join(' ')).toBe(
      '-w 5 -t mangle -I INPUT -i gl-+ -j GRIDLOOM-HOST',
    )
  })
})

describe('resolversOf', () => {
  it('reads name servers and nothing else', () => {
    const text = '# nameserver 1.1.1.1\nnameserver 10.0.0.2\n  nameserver fe80::1%eth0\nsearch x\n'
    expect(resolversOf(text)).toEqual(['10.0.0.2', 'fe80::1'])
  })
})

describe('ensureEgress', () => {
  it('fills the chains, and puts in only the jumps that are missing', async () => {
    await using host = await setup((line) => (line.includes('-C INPUT') ? 1 : 0))
    expect(await ensureEgress(host.options)).toEqual({ kind: 'full' })
    const inserted = host.ran.filter((line) => line.includes(' -I '))
    expect(inserted).toEqual([
      'iptables -w 5 -t mangle -I INPUT -i gl-+ -j GRIDLOOM-HOST',
      'ip6tables -w 5 -t mangle -I INPUT -i gl-+ -j GRIDLOOM-HOST',
    ])
    const rules = await readFile(join(host.options.dataDir, 'egress.ipv4.rules'), 'utf8')
    expect(rules).toContain('-d 10.9.9.9 -p udp')
  })

  it('stands in a table before the one where engines accept what they forward', async () => {
    await using host = await setup((line) => (line.includes('-C ') ? 1 : 0))
    await ensureEgress(host.options)
    expect(host.ran).toContain('iptables -w 5 -t mangle -I FORWARD -i gl-+ -j GRIDLOOM-EGRESS')
  })

  it('says what to install where iptables is missing', async () => {
    await using host = await setup(() => 'missing')
    const isolation = await ensureEgress(host.options)
    expect(isolation).toMatchObject({ kind: 'partial' })
    expect(JSON.stringify(isolation)).toContain('apt install iptables')
  })

  it('does not pretend when the kernel refuses', async () => {
    await using host = await setup((line) => (line.startsWith('iptables-restore') ? 4 : 0))
    expect(await ensureEgress(host.options)).toEqual({
      kind: 'partial',
      reason:
        'iptables does not take the rules that keep containers out of this network: Permission denied',
    })
  })
})

describe('checkEgress', () => {
  it.each([
    [0, 'full'],
    ['missing', 'partial'],
    [4, 'partial'],
  ] as const)('finds out without changing anything: %s is %s', async (outcome, kind) => {
    await using host = await setup(() => outcome)
    expect(await checkEgress(host.options.execute)).toMatchObject({ kind })
    expect(host.ran).toEqual(['iptables -w 5 -t mangle -S FORWARD'])
  })
})

describe('createGuard', () => {
  it('says it once when isolation is lost, and once when it is back', async () => {
    const said: string[] = []
    const log = {
      info: (_: object, text: string) => void said.push(text),
      warn: (_: object, text: string) => void said.push(text),
    }
    const states = ['full', 'full', 'throws', 'throws', 'full']
    const guard = createGuard({ log }, async () => {
      if (states.shift() === 'throws') throw new Error('no iptables')
      return { kind: 'full' }
    })
    const signal = new AbortController().signal
    for (let round = 0; round < 3; round += 1) await guard.check(signal)
    expect(guard.isolation()).toEqual({ kind: 'partial', reason: 'no iptables' })
    for (let round = 0; round < 2; round += 1) await guard.check(signal)
    expect(said).toHaveLength(3)
  })
})

async function setup(outcomeOf: (line: string) => number | 'missing') {
  const dataDir = await mkdtemp(join(tmpdir(), 'egress-'))
  const resolvConf = join(dataDir, 'resolv.conf')
  await writeFile(resolvConf, 'nameserver 10.9.9.9\n')
  const ran: string[] = []
  const execute = async (argv: readonly string[]): Promise<Executed> => {
    ran.push(argv.join(' '))
    const outcome = outcomeOf(argv.join(' '))
    if (outcome === 'missing') return { exitCode: null, stdout: '', stderr: '', failure: 'missing' }
    return { exitCode: outcome, stdout: '', stderr: 'Permission denied\n', failure: undefined }
  }
  return {
    ran,
    options: { execute, dataDir, resolvConf },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}
