import { describe, expect, it } from 'vitest'
import { startSessionInstance } from '../../../test/open-session.ts'
import { newListenerId } from '../../../test/session-ids.ts'

describe('a listener in an instance', () => {
  it('passes on each connection, both ways, and each direction ends on its own', async () => {
    await using inside = await startSessionInstance()
    const listener = await inside.listen({ kind: 'tcp', address: 'localhost', port: 0 })
    const { port } = await listener.listening()
    const client = inside.run(`(echo question; sleep 1) | nc 127.0.0.1 ${port}`)
    const joined = await listener.accept(await listener.connection())
    expect(joined.headers['x-gridloom-framed']).toBe('true')
    expect(await joined.readUntil('question')).toContain('question')
    joined.stream.end('late answer\n')
    expect(await client).toMatchObject({ stdout: 'late answer\n', exitCode: '0' })
    await inside.untilGone('ABSTRACT-CONNECT', 5_000)
  })

  it('tells a program that the other side has ended, though its own half stays open', async () => {
    await using inside = await startSessionInstance()
    const listener = await inside.listen({ kind: 'tcp', address: 'localhost', port: 7001 })
    await listener.listening()
    const waits = await inside.open({
      program: { kind: 'command', command: 'nc 127.0.0.1 7001; echo over' },
    })
    const joined = await listener.accept(await listener.connection())
    joined.stream.end('all of it\n')
    expect(await waits.readUntil('over')).toContain('all of it')
  })

  it('keeps several connections apart', async () => {
    await using inside = await startSessionInstance()
    const listener = await inside.listen({ kind: 'tcp', address: '*', port: 7001 })
    expect(await listener.listening()).toMatchObject({ port: 7001 })
    const words = ['one', 'two', 'three']
    const clients = words.map((word) => inside.run(`echo ${word} | nc $(hostname -i) 7001`))
    for (const _ of words) {
      const joined = await listener.accept(await listener.connection())
      const [said = ''] = /one|two|three/.exec(await joined.readUntil('\n')) ?? []
      joined.stream.end(`received ${said}`)
    }
    const received = (await Promise.all(clients)).map(({ stdout }) => stdout)
    expect(received).toEqual(words.map((word) => `received ${word}`))
  })

  it('carries megabytes as they are', async () => {
    await using inside = await startSessionInstance()
    const listener = await inside.listen({ kind: 'tcp', address: 'localhost', port: 0 })
    const { port } = await listener.listening()
    const client = inside.run(`nc 127.0.0.1 ${port} | sha256sum`)
    const joined = await listener.accept(await listener.connection())
    joined.stream.end(Buffer.alloc(4_000_000, 'gridloom'))
    const { stdout } = await client
    const { stdout: expected } = await inside.run('sha256sum', Buffer.alloc(4_000_000, 'gridloom'))
    expect(stdout).toBe(expected)
  })

  it('is refused where the port is in use', async () => {
    await using inside = await startSessionInstance()
    const first = await inside.listen({ kind: 'tcp', address: 'localhost', port: 7001 })
    await first.listening()
    await expect(inside.listen({ kind: 'tcp', address: 'localhost', port: 7001 })).rejects.toThrow(
      /409.*port 7001 is in use/,
    )
  })

  it('ends with its stream and leaves joined connections, but no port, socket or process', async () => {
    await using inside = await startSessionInstance()
    const path = '/root/own.sock'
    const listener = await inside.listen({ kind: 'unix', path })
    await listener.listening()
    const agent = await inside.listen({ kind: 'ssh_agent' })
    await agent.listening()
    const client = await inside.open({ program: { kind: 'unix_socket', path } })
    const joined = await listener.accept(await listener.connection())
    listener.stream.close()
    agent.stream.close()
    await inside.untilGone('(TCP4|UNIX)-LISTEN', 5_000)
    expect((await inside.run('ls -A /root /tmp | grep sock')).stdout).toBe('')
    client.stream.write('still open\n')
    expect(await joined.readUntil('still open')).toContain('still open')
    client.stream.close()
    // What a program inside opened may still get the rest of an answer.
    await inside.untilGone('socat', 20_000)
  })

  it('joins no connection twice, and none that it has not announced', async () => {
    await using inside = await startSessionInstance()
    const listener = await inside.listen({ kind: 'tcp', address: 'localhost', port: 0 })
    const { port } = await listener.listening()
    await expect(listener.accept(1)).rejects.toThrow(/404/)
    const client = inside.run(`nc 127.0.0.1 ${port}`)
    const connection = await listener.connection()
    const joined = await listener.accept(connection)
    await expect(listener.accept(connection)).rejects.toThrow(/404/)
    joined.stream.end()
    await client
  })

  it('closes a connection that nobody joins', async () => {
    await using inside = await startSessionInstance()
    const listener = await inside.listen({ kind: 'tcp', address: 'localhost', port: 0 })
    const { port } = await listener.listening()
    const client = await inside.open({
      program: { kind: 'command', command: `nc 127.0.0.1 ${port}; echo closed` },
    })
    const connection = await listener.connection()
    expect(await client.readUntil('closed')).toContain('closed')
    await expect(listener.accept(connection)).rejects.toThrow(/404/)
    client.stream.close()
  })
})

describe('a listener for an SSH agent', () => {
  it('is known to its sessions by SSH_AUTH_SOCK, for their user alone', async () => {
    await using inside = await startSessionInstance()
    const agent = await inside.listen({ kind: 'ssh_agent' })
    const { path } = await agent.listening()
    // As ssh does, it keeps its half open until it has the answer.
    const ask = 'socat -,ignoreeof UNIX:$SSH_AUTH_SOCK'
    const command = `echo $SSH_AUTH_SOCK; stat -c %a $SSH_AUTH_SOCK; ${ask}`
    const opened = await inside.open({
      program: { kind: 'command', command },
      agent_forwarding: agent.listener,
    })
    const ended = opened.finish('which keys?')
    const joined = await agent.accept(await agent.connection())
    expect(await joined.readUntil('which keys?')).toContain('which keys?')
    joined.stream.end('none')
    expect((await ended).stdout).toBe(`${path}\n700\nnone`)
  })

  it('must exist', async () => {
    await using inside = await startSessionInstance()
    const program = { kind: 'shell' } as const
    await expect(inside.open({ program, agent_forwarding: newListenerId() })).rejects.toThrow(
      /404.*SSH agent/,
    )
  })
})
