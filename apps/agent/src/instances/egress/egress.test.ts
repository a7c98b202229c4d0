import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import type { ProcessResult } from '../../host/execute.ts'
import { privateIpv4 } from '../../host/public-address.ts'
import { checkEgress, createEgress } from './apply.ts'
import { createGuard } from './guard.ts'
import { chainsOf, egressRules, jumpWords } from './rules.ts'

const owner = 'abcd0123456789ef'
const chains = chainsOf(owner)
const usual = { family: 'ipv4', chains, nameServers: [], connections: 'limited' } as const

describe('egressRules', () => {
  it('orders replies, name servers, private ranges, mail, the connection limit and the rest', () => {
    const rules = egressRules({ ...usual, nameServers: ['10.0.0.2', 'fd00::53'] }).split('\n')
    expect(rules.slice(0, 6)).toEqual([
      '*mangle',
      ':GRIDLOOM-EGR-abcd01234567 - [0:0]',
      ':GRIDLOOM-HST-abcd01234567 - [0:0]',
      '-A GRIDLOOM-EGR-abcd01234567 -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN',
      '-A GRIDLOOM-EGR-abcd01234567 -d 10.0.0.2 -p udp -m udp --dport 53 -j RETURN',
      '-A GRIDLOOM-EGR-abcd01234567 -d 10.0.0.2 -p tcp -m tcp --dport 53 -j RETURN',
    ])
    const dropped = rules.flatMap((rule) => /EGR-\S+ -d (\S+) -j DROP/.exec(rule)?.[1] ?? [])
    expect(dropped).toEqual([...privateIpv4])
    const after = rules.slice(rules.findIndex((rule) => rule.includes('240.0.0.0/4')) + 1)
    expect(after[0]).toContain('-p tcp -m tcp --dport 25 -j DROP')
    expect(after[1]).toContain(
      '--connlimit-above 2048 --connlimit-mask 32 --connlimit-saddr -j DROP',
    )
    expect(after[2]).toBe('-A GRIDLOOM-EGR-abcd01234567 -j RETURN')
  })

  it('adds no rule for a public name server', () => {
    expect(egressRules({ ...usual, nameServers: ['1.1.1.1'] })).not.toContain('--dport 53')
  })

  it('blocks the machine itself except for replies', () => {
    const rules = egressRules(usual).split('\n')
    expect(rules.filter((rule) => rule.startsWith('-A GRIDLOOM-HST'))).toEqual([
      '-A GRIDLOOM-HST-abcd01234567 -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN',
      '-A GRIDLOOM-HST-abcd01234567 -j DROP',
    ])
  })

  it('uses the ranges of IPv6, with those that embed IPv4, and its name servers', () => {
    const given = { ...usual, family: 'ipv6', nameServers: ['10.0.0.2', 'fd00::53'] } as const
    const rules = egressRules(given)
    expect(rules).toContain('-d fd00::53 -p udp')
    for (const range of ['fc00::/7', '64:ff9b::/96', '2002::/16', '::ffff:0:0/96']) {
      expect(rules).toContain(`-d ${range} -j DROP`)
    }
    expect(rules).not.toContain('10.0.0')
  })

  it('names chains of its own for each agent, within the length that Linux allows', () => {
    expect(chainsOf('0123456789abcdef')).not.toEqual(chains)
    for (const chain of Object.values(chains)) expect(chain.length).toBeLessThanOrEqual(28)
  })
})

describe('jumpWords', () => {
  it('matches the bridges of one agent only', () => {
    const jump = { from: 'INPUT', bridge: 'gl-abcd+', to: chains.host } as const
    expect(jumpWords('-I', jump).join(' ')).toBe(
      '-w 5 -t mangle -I INPUT -i gl-abcd+ -j GRIDLOOM-HST-abcd01234567',
    )
  })
})

describe('createEgress', () => {
  it('fills the chains, and inserts only the jumps that are missing', async () => {
    await using host = await setup((line) => (line.includes('-C INPUT') ? 1 : 0))
    expect(await host.ensure()).toEqual({ kind: 'full' })
    expect(host.ran.filter((line) => line.includes(' -I ')).toSorted()).toEqual([
      'ip6tables -w 5 -t mangle -I INPUT -i gl-abcd+ -j GRIDLOOM-HST-abcd01234567',
      'iptables -w 5 -t mangle -I INPUT -i gl-abcd+ -j GRIDLOOM-HST-abcd01234567',
    ])
    const rules = await readFile(join(host.dataDir, 'egress.ipv4.rules'), 'utf8')
    expect(rules).toContain('-d 10.9.9.9 -p udp')
  })

  it('writes nothing while its rules are in place, and all of them once they are not', async () => {
    await using host = await setup(() => 0)
    await host.ensure()
    host.ran.length = 0
    await host.ensure()
    expect(host.ran.toSorted()).toEqual(['ip6tables-save -t mangle', 'iptables-save -t mangle'])
    host.stands('')
    await host.ensure()
    expect(host.ran.some((line) => line.startsWith('iptables-restore'))).toBe(true)
  })

  it('reports rules that cannot be read back', async () => {
    await using host = await setup(() => 0)
    host.stands('')
    expect(await host.ensure()).toEqual({
      kind: 'partial',
      reason: 'the rules of iptables were removed by another program',
    })
  })

  it('omits the connection limit on a kernel that does not support it', async () => {
    let tries = 0
    await using host = await setup((line) =>
      line.startsWith('iptables-restore') && tries++ === 0 ? 2 : 0,
    )
    expect(await host.ensure()).toEqual({ kind: 'full' })
    const rules = await readFile(join(host.dataDir, 'egress.ipv4.rules'), 'utf8')
    expect(rules).not.toContain('connlimit')
  })

  it('reports what to install where iptables is missing', async () => {
    await using host = await setup(() => 'missing')
    const isolation = await host.ensure()
    expect(isolation).toMatchObject({ kind: 'partial' })
    expect(JSON.stringify(isolation)).toContain('apt install iptables')
  })

  it('reports the error when the kernel rejects the rules', async () => {
    await using host = await setup((line) => (line.startsWith('iptables-restore') ? 4 : 0))
    expect(await host.ensure()).toEqual({
      kind: 'partial',
      reason:
        'iptables rejects the rules that keep containers out of the local network: Permission denied',
    })
  })
})

describe('checkEgress', () => {
  it.each([
    [0, 'full'],
    ['missing', 'partial'],
    [4, 'partial'],
  ] as const)('only lists the rules: outcome %s is %s isolation', async (outcome, kind) => {
    await using host = await setup(() => outcome)
    expect(await checkEgress(host.execute)).toMatchObject({ kind })
    expect(host.ran).toEqual(['iptables -w 5 -t mangle -S FORWARD'])
  })
})

describe('createGuard', () => {
  it('logs once when isolation is lost, and once when it is back', async () => {
    const { guard, said, states } = aGuard(['full', 'full', 'throws', 'throws', 'full'])
    for (let round = 0; round < 3; round += 1) await guard.check()
    expect(guard.isolation()).toEqual({ kind: 'partial', reason: 'no iptables' })
    for (let round = 0; round < 2; round += 1) await guard.check()
    expect([said.length, states.length]).toEqual([3, 0])
  })

  it('tells its listeners when isolation is lost and when it is back', async () => {
    const { guard } = aGuard(['full', 'throws', 'throws', 'full', 'full'])
    const seen: string[] = []
    await guard.check()
    const end = guard.onChange(() => seen.push(guard.isolation().kind))
    for (let round = 0; round < 3; round += 1) await guard.check()
    expect(seen).toEqual(['partial', 'full'])
    end()
    await guard.check()
    expect(seen).toHaveLength(2)
  })

  it('rejects a start while there is no isolation', async () => {
    const { guard, signal } = aGuard(['throws', 'full'])
    await expect(guard.require(signal)).rejects.toMatchObject({
      code: 'not_isolated',
      retry: 'later',
    })
    await expect(guard.require(signal)).resolves.toBeUndefined()
  })

  it('checks again before a start unless it did so within a second', async () => {
    const { guard, clock, states, signal } = aGuard(['full', 'full', 'full'])
    await guard.require(signal)
    await guard.require(signal)
    expect(states).toHaveLength(2)
    clock.advance(1_500)
    await guard.require(signal)
    expect(states).toHaveLength(1)
  })
})

function aGuard(states: ('full' | 'throws')[]) {
  const said: string[] = []
  const log = {
    info: (_: object, text: string) => void said.push(text),
    warn: (_: object, text: string) => void said.push(text),
  }
  const clock = createTestClock()
  const { signal } = new AbortController()
  const guard = createGuard({ log, clock }, signal, async () => {
    if (states.shift() === 'throws') throw new Error('no iptables')
    return { kind: 'full' }
  })
  return { guard, said, states, clock, signal }
}

async function setup(outcomeOf: (line: string) => number | 'missing') {
  const dataDir = await mkdtemp(join(tmpdir(), 'egress-'))
  const ran: string[] = []
  let installed = `-A FORWARD -i gl-abcd+ -j ${chains.forward}\n`
  const execute = async (argv: readonly string[]): Promise<ProcessResult> => {
    const line = argv.join(' ')
    ran.push(line)
    const outcome = outcomeOf(line)
    if (outcome === 'missing') return { exitCode: null, stdout: '', stderr: '', failure: 'missing' }
    const stdout = line.includes('-save') ? installed : ''
    return { exitCode: outcome, stdout, stderr: 'Permission denied\n', failure: undefined }
  }
  const bridges = async () => ['gl-abcd+']
  const egress = createEgress({ execute, dataDir, owner, bridges, nameServers: ['10.9.9.9'] })
  return {
    ran,
    dataDir,
    execute,
    ensure: () => egress(new AbortController().signal),
    stands: (text: string) => {
      installed = text
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}
