import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Execute } from '../../host/execute.ts'
import { writeWhole } from '../../host/files.ts'
import { table } from './rules.ts'

const limitMs = 10_000
/** How many characters of the owner id are in the name of a chain; see `chainsOf`. */
const markLength = 12

/** Chains of an agent that has ended are still there; the next start tries again. */
class ChainsRemain extends Error {
  override readonly name = 'ChainsRemain'
}

/**
 * Removes the chains, and the jumps to them, of agents that are not `isAlive` by the beginning of their owner id. A
 * chain that guards an existing interface is kept, dead agent or not: containers of another engine may be behind it.
 */
export async function clearChains(
  { execute, dataDir }: { execute: Execute; dataDir: string },
  isAlive: (mark: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const interfaces = await readdir('/sys/class/net')
  for (const program of ['iptables', 'ip6tables']) {
    const limits = { timeoutMs: limitMs, signal }
    const saved = await execute([`${program}-save`, '-t', table], limits)
    const rules = removalOf(saved.exitCode === 0 ? saved.stdout : '', { isAlive, interfaces })
    if (rules === undefined) continue
    const path = join(dataDir, `egress.${program}.removal`)
    await writeWhole(path, rules, 0o600)
    const done = await execute([`${program}-restore`, '--noflush', '-w', '5', path], limits)
    if (done.exitCode !== 0)
      throw new ChainsRemain(`${program} failed to remove old chains: ${done.stderr.trim()}`)
  }
}

/** Returns the input of `iptables-restore --noflush` that removes them all; `undefined` where there are none. */
export function removalOf(
  saved: string,
  { isAlive, interfaces }: { isAlive: (mark: string) => boolean; interfaces: readonly string[] },
): string | undefined {
  const lines = saved.split('\n')
  const names = lines.flatMap((line) => /^:(GRIDLOOM-(?:EGR|HST)-\S+)/.exec(line)?.[1] ?? [])
  const jumps = lines.flatMap((line) => {
    const [, from, to] = /^-A (?:FORWARD|INPUT) -i (\S+) -j (\S+)$/.exec(line) ?? []
    return from === undefined || to === undefined ? [] : { line, from, to }
  })
  const guarding = new Set(
    jumps.flatMap(({ from, to }) => (interfaces.some((it) => matches(from, it)) ? to : [])),
  )
  const dead = new Set(
    names.filter((name) => !isAlive(name.slice(-markLength)) && !guarding.has(name)),
  )
  if (dead.size === 0) return undefined
  return [
    `*${table}`,
    ...jumps.flatMap(({ line, to }) => (dead.has(to) ? line.replace('-A ', '-D ') : [])),
    ...[...dead].map((name) => `-F ${name}`),
    ...[...dead].map((name) => `-X ${name}`),
    'COMMIT',
    '',
  ].join('\n')
}

/** Matches interfaces as iptables does: `gl-1a2b+` matches every name with this prefix. */
function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('+') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
