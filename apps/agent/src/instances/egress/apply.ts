import { join } from 'node:path'
import type { IsolationGap } from '@gridloom/contract/hardware'
import type { Execute } from '../../host/execute.ts'
import { readTextIfThere, writeWhole } from '../../host/files.ts'
import { bridgePrefix } from '../names.ts'
import { egressRules, jumps, jumpWords, resolversOf, table } from './rules.ts'

/**
 * How far containers are kept out of private networks. `partial`: they run, confined by the engine alone,
 * and may reach the provider's own network; `reason` says what is missing.
 */
export type Isolation = { kind: 'full' } | { kind: 'partial'; reason: string }

/** The same as the control plane is told of it. */
export function gapsOf({ kind }: Isolation): IsolationGap[] {
  return kind === 'full' ? [] : ['egress']
}

export interface EgressHost {
  execute: Execute
  /** Where the rules are put for `iptables-restore` to read. */
  dataDir: string
  resolvConf: string
  signal?: AbortSignal
}

const limitMs = 10_000

/** Puts the rules in place or finds them there; safe to repeat, and needed again after a firewall restart. */
export async function ensureEgress(host: EgressHost): Promise<Isolation> {
  const resolvers = resolversOf((await readTextIfThere(host.resolvConf)) ?? '')
  const ipv4 = await applyFamily(host, { program: 'iptables', family: 'ipv4', resolvers })
  if (ipv4 !== undefined) return { kind: 'partial', reason: ipv4 }
  // Containers have no IPv6 of their own; the rules are there should an engine give them one.
  const ipv6 = await applyFamily(host, { program: 'ip6tables', family: 'ipv6', resolvers })
  return ipv6 === undefined || isWithoutIpv6(ipv6)
    ? { kind: 'full' }
    : { kind: 'partial', reason: ipv6 }
}

/** Whether this machine could isolate, without changing anything: for `gridloom agent doctor`. */
export async function checkEgress(execute: Execute): Promise<Isolation> {
  const listed = await execute(['iptables', '-w', '5', '-t', table, '-S', 'FORWARD'], {
    timeoutMs: limitMs,
  })
  if (listed.failure === 'missing') return { kind: 'partial', reason: missingText }
  if (listed.exitCode === 0) return { kind: 'full' }
  return { kind: 'partial', reason: refusedText(listed.stderr) }
}

interface Family {
  program: 'iptables' | 'ip6tables'
  family: 'ipv4' | 'ipv6'
  resolvers: readonly string[]
}

const missingText =
  'iptables is not installed, so containers cannot be kept out of this network. Install it: apt install iptables'

/** What went wrong, or `undefined`. */
async function applyFamily(host: EgressHost, family: Family): Promise<string | undefined> {
  const { execute, signal } = host
  const run = (argv: string[]) => execute(argv, { timeoutMs: limitMs, signal })
  const path = join(host.dataDir, `egress.${family.family}.rules`)
  await writeWhole(path, egressRules(family), 0o600)
  const restored = await run([`${family.program}-restore`, '--noflush', '-w', '5', path])
  if (restored.failure === 'missing') return missingText
  if (restored.exitCode !== 0) return refusedText(restored.stderr)
  for (const jump of jumps) {
    const there = await run([family.program, ...jumpWords('-C', jump, bridgePrefix)])
    if (there.exitCode === 0) continue
    const put = await run([family.program, ...jumpWords('-I', jump, bridgePrefix)])
    if (put.exitCode !== 0) return refusedText(put.stderr)
  }
  return undefined
}

function refusedText(stderr: string): string {
  const said = stderr.trim().split('\n')[0] ?? ''
  return `iptables does not take the rules that keep containers out of this network: ${said}`
}

/** A kernel without IPv6 has no table for it, and nothing that could leak over it. */
function isWithoutIpv6(reason: string): boolean {
  return /Address family not supported|can't initialize ip6tables/i.test(reason)
}
