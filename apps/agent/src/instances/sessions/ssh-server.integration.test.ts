import { agentPath } from '@gridloom/contract/agent/call'
import { SshServerFacts, sessionCalls } from '@gridloom/contract/agent/session-calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSessionInstance } from '../../../test/open-session.ts'

type Inside = Awaited<ReturnType<typeof startSessionInstance>>

describe.each(['base', 'empty'] as const)('the SSH server of an instance, image %s', (image) => {
  let inside: Inside
  beforeAll(async () => {
    inside = await startSessionInstance({ image, toolbox: 'built' })
  }, 60_000)
  afterAll(() => inside[Symbol.asyncDispose]())

  it('has one host key, also when several ask at once', async () => {
    const facts = await Promise.all([1, 2, 3].map(() => factsOf(inside)))
    expect(new Set(facts.map(({ public_key }) => public_key)).size).toBe(1)
    expect(facts[0]?.user).toBe('root')
    const left = await inside.run('cd /var/lib/gridloom-ssh && /.gridloom/bin/busybox ls')
    expect(left.stdout).toBe(`${inside.id}\n`)
  })

  it('leaves the private half readable by its user alone', async () => {
    await factsOf(inside)
    const modes = await inside.run(
      '/.gridloom/bin/busybox stat -c %a /var/lib/gridloom-ssh /var/lib/gridloom-ssh/*',
    )
    expect(modes.stdout).toBe('700\n600\n')
  })

  it('greets as OpenSSH does, and ends with its connection', async () => {
    const program = { kind: 'ssh_server' as const, authorized_keys: [] }
    const opened = await inside.open({ program })
    expect(await opened.readUntil('SSH-2.0')).toContain('SSH-2.0-OpenSSH')
    await inside.untilThere('sshd')
    opened.stream.close()
    await inside.untilGone('sshd', 5_000)
  })

  it.each([
    'cert-authority,command="id" ssh-ed25519 AAAA',
    'ssh-ed25519 AAAA" -o PermitEmptyPasswords=yes "',
    'ssh-ed25519 AAAA\nssh-ed25519 AAAA',
  ])('takes no line that is more than a key: %j', async (line) => {
    const program = { kind: 'ssh_server' as const, authorized_keys: [line] }
    await expect(inside.open({ program })).rejects.toThrow(/^400/)
  })
})

it('is not there without the toolbox, which is said', async () => {
  await using inside = await startSessionInstance({ toolbox: 'missing' })
  const program = { kind: 'ssh_server' as const, authorized_keys: [] }
  await expect(inside.open({ program })).rejects.toThrow(/409.*Restart the instance to get SSH/)
})

async function factsOf({ connection, id }: Inside): Promise<SshServerFacts> {
  const { text } = await connection.call('GET', agentPath(sessionCalls.sshServer, { id }))
  return SshServerFacts.parse(JSON.parse(text))
}
