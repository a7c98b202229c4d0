import { describe, expect, it } from 'vitest'
import { startSessionInstance } from '../../../test/open-session.ts'

/** SSH_FXP_INIT of version 3, and the first bytes of its answer. Source: draft-ietf-secsh-filexfer-02, section 4. */
const init = Buffer.from([0, 0, 0, 5, 1, 0, 0, 0, 3])
const versionType = 2

describe('an instance with the toolbox', () => {
  it('serves SFTP in an image without an SSH server', async () => {
    await using inside = await startSessionInstance()
    const program = { kind: 'subsystem', name: 'sftp' } as const
    const opened = await inside.open({ program })
    opened.stream.write(init)
    const [frame] = await opened.stream.take(1).toArray()
    // After the header of the frame and the length of the packet.
    expect(frame[8 + 4]).toBe(versionType)
  })

  it('finds the programs of the toolbox after those of the image', async () => {
    await using inside = await startSessionInstance()
    const { stdout } = await inside.run('command -v socat; echo $PATH')
    expect(stdout).toMatch(/^\/\.gridloom\/bin\/socat\n.*\/bin:\/\.gridloom\/bin\n$/)
  })

  it('connects to a Unix socket, whatever its name', async () => {
    await using inside = await startSessionInstance()
    const path = `/tmp/a,b:c!!d"e'f g(h[i{j\\k$l%m`
    const other = await inside.listen({ kind: 'unix', path })
    expect(await other.listening()).toEqual({ port: null, path })
    const opened = await inside.open({ program: { kind: 'unix_socket', path } })
    const ended = opened.finish('hello')
    const joined = await other.accept(await other.connection())
    expect(await joined.finish('answer')).toMatchObject({ stdout: 'hello' })
    expect(await ended).toMatchObject({ stdout: 'answer', exitCode: '0' })
  })

  it('connects to a port that only the instance itself reaches', async () => {
    await using inside = await startSessionInstance()
    const serve = 'echo hello > /tmp/index.html; httpd -p 127.0.0.1:8080 -h /tmp'
    await inside.run(serve)
    const program = { kind: 'tcp', host: 'localhost', port: 8080 } as const
    const ended = await (await inside.open({ program })).finish('GET / HTTP/1.0\r\n\r\n')
    expect(ended.stdout).toMatch(/^HTTP\/1\.. 200[\s\S]*hello/)
    const unended = await inside.open({ program })
    unended.stream.write('GET / HTTP/1.0\r\n\r\n')
    expect(await unended.readUntil('the end')).toContain('hello')
    await expect(inside.open({ program: { ...program, port: 81 } })).rejects.toThrow(
      /502.*Connection refused/,
    )
  })

  it('has a shell and runs commands in an image that is empty', async () => {
    await using inside = await startSessionInstance({ image: 'empty' })
    const ended = await inside.run('cat; echo $0 $SHELL $HOME; exit 3', 'given\n')
    expect(ended).toEqual({
      stdout: 'given\n/.gridloom/bin/sh /.gridloom/bin/sh /\n',
      stderr: '',
      exitCode: '3',
    })
  })
})

describe('an instance of an older agent, without the toolbox', () => {
  it('runs commands, and says how to get what it lacks', async () => {
    await using inside = await startSessionInstance({ toolbox: 'missing' })
    expect(await inside.run('echo fine')).toMatchObject({ stdout: 'fine\n', exitCode: '0' })
    const sftp = { kind: 'subsystem', name: 'sftp' } as const
    await expect(inside.open({ program: sftp })).rejects.toThrow(
      /409.*Restart the instance to get file transfer/,
    )
    await expect(inside.listen({ kind: 'ssh_agent' })).rejects.toThrow(
      /409.*Restart the instance to get forwarding/,
    )
  })
})
