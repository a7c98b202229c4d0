import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openHostileModel } from './hostile-model.ts'
import { expectNoWayOut, type Probed, probeProgram } from './sandbox-probe.ts'

const canRun = existsSync('/usr/bin/bwrap')

describe.runIf(canRun)('a model that takes over llama.cpp', () => {
  it('cannot escape: system calls refused, no privileges, bounded processes and files', async () => {
    const probe = `execFileSync('perl', ['-e', ${JSON.stringify(probeProgram())}], { encoding: 'utf8' })`
    const probed: Probed = JSON.parse(await saidBy(probe))
    expectNoWayOut(probed)
    expect(probed.largest).toBeLessThanOrEqual(16 * 1024 * 1024)
  })

  it('can read its own model, and no other file of the machine or the agent', async () => {
    const found = await saidBy(`JSON.stringify(Object.fromEntries(
      Object.entries({ own: order.file, key: order.library + '/../key', shadow: '/etc/shadow',
        agent: '/proc/' + process.ppid + '/environ', users: '/etc/passwd' })
        .map(([name, path]) => [name, attempt(() => readFileSync(path, 'latin1').slice(0, 4))])))`)
    expect(JSON.parse(found)).toEqual({
      ...{ own: 'GGUF', key: 'ENOENT', shadow: 'ENOENT', users: 'ENOENT' },
      agent: expect.stringMatching(/^(EACCES|EPERM|ENOENT)$/),
    })
  })

  it('cannot write any file of the machine, its own model and code included', async () => {
    const found = await saidBy(`JSON.stringify(
      [order.file, order.library + '/x', process.execPath, '/usr/x', '/x']
        .map((path) => attempt(() => writeFileSync(path, 'changed'))))`)
    expect(JSON.parse(found)).toEqual(
      Array.from({ length: 5 }, () => expect.stringMatching(/^E(ROFS|ACCES|PERM|TXTBSY)$/)),
    )
  })
})

/**
 * Returns the value of an expression, as a compromised library reports it: in hexadecimal, because error texts of
 * engines lose their paths.
 */
async function saidBy(expression: string): Promise<string> {
  const deed = `throw new Error('said:' + Buffer.from(await (${expression})).toString('hex'))`
  const opening = openHostileModel(deed).then((engine) => engine[Symbol.asyncDispose]())
  const message = await opening.then(
    () => 'it opened',
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  )
  const said = /^said:([0-9a-f]+)$/.exec(message)?.[1]
  if (said === undefined) throw new Error(message)
  return Buffer.from(said, 'hex').toString()
}
