import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chainsOf, table } from '@gridloom/agent/instances/egress/rules'

const run = promisify(execFile)

/** Removes the firewall chains of an agent: they outlive it on purpose, as its containers do. */
export async function clearFirewall(owner: string): Promise<void> {
  const chains = Object.values(chainsOf(owner))
  for (const program of ['iptables', 'ip6tables']) {
    const before = await rulesOf(program)
    for (const chain of chains) {
      if (before.includes(`-N ${chain}`)) await removeChain(program, chain, before)
    }
  }
}

/** An agent of another test that starts just now clears chains of ended agents too: only what stays is an error. */
async function removeChain(program: string, chain: string, rules: readonly string[]) {
  const ask = (...words: string[]) => run(program, ['-w', '5', '-t', table, ...words])
  try {
    for (const jump of rules.filter((line) => line.endsWith(` -j ${chain}`)))
      await ask(...jump.replace('-A ', '-D ').split(' '))
    await ask('-F', chain)
    await ask('-X', chain)
  } catch (cause) {
    if ((await rulesOf(program)).some((line) => line.endsWith(` ${chain}`))) throw cause
  }
}

/** Lists chains and rules. Without such a firewall there are none, as no agent has added anything to it. */
async function rulesOf(program: string): Promise<string[]> {
  const { stdout } = await run(program, ['-w', '5', '-t', table, '-S']).catch(() => ({
    stdout: '',
  }))
  return stdout.split('\n')
}
