import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chainsOf, table } from '@gridloom/agent/instances/egress/rules'

const run = promisify(execFile)

/** Removes the firewall chains of an agent: they outlive it on purpose, as its containers do. */
export async function clearFirewall(owner: string): Promise<void> {
  const chains = Object.values(chainsOf(owner))
  for (const program of ['iptables', 'ip6tables']) {
    const ask = (...words: string[]) => run(program, ['-w', '5', '-t', table, ...words])
    // Without such a firewall, no agent has added anything to it.
    const { stdout } = await ask('-S').catch(() => ({ stdout: '' }))
    const rules = stdout.split('\n')
    for (const chain of chains) {
      if (!rules.includes(`-N ${chain}`)) continue
      for (const jump of rules.filter((line) => line.endsWith(` -j ${chain}`)))
        await ask(...jump.replace('-A ', '-D ').split(' '))
      await ask('-F', chain)
      await ask('-X', chain)
    }
  }
}
