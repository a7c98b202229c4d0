import { randomBytes } from 'node:crypto'
import { agentPath } from '@gridloom/contract/agent/call'
import { sessionCalls } from '@gridloom/contract/agent/session-calls'
import { describe, expect, it } from 'vitest'
import { startSessionInstance } from '../../../test/open-session.ts'
import { newSessionId } from '../../../test/session-ids.ts'

const terminal = { type: 'xterm-256color', columns: 91, rows: 33 }

describe('a command of a session', () => {
  it('keeps its outputs apart, reads its input to the end, and returns its exit code', async () => {
    await using inside = await startSessionInstance()
    const ended = await inside.run('cat; echo err >&2; exit 42', 'from outside\n')
    expect(ended).toEqual({ stdout: 'from outside\n', stderr: 'err\n', exitCode: '42' })
  })

  it('gets and returns bytes as they are', async () => {
    await using inside = await startSessionInstance()
    const bytes = randomBytes(3_000_000)
    const { stdout } = await inside.run('cat', bytes)
    expect(Buffer.from(stdout, 'latin1').equals(bytes)).toBe(true)
  })

  it('may end before its input has', async () => {
    await using inside = await startSessionInstance()
    for (let time = 0; time < 5; time += 1) {
      const ended = await inside.run('head -c 5; exit 6', Buffer.alloc(1_000_000, 'gridloom'))
      expect(ended).toEqual({ stdout: 'gridl', stderr: '', exitCode: '6' })
    }
  })

  it('is one string for the shell, however it is quoted', async () => {
    await using inside = await startSessionInstance()
    const { stdout } = await inside.run(`printf '%s|' "a  b" 'c"d' $((1 + 1)) *.nothing`)
    expect(stdout).toBe('a  b|c"d|2|*.nothing|')
  })

  it('runs at home, in the environment of the container and of the request', async () => {
    await using inside = await startSessionInstance({ env: { OWN: 'a b', name: 'kept' } })
    const opened = await inside.open({
      program: { kind: 'command', command: 'pwd; env' },
      environment: [{ name: 'LANG', value: 'de_DE.UTF-8' }],
    })
    expect(opened.headers['x-gridloom-framed']).toBe('true')
    const [folder, ...lines] = (await opened.finish()).stdout.trim().split('\n')
    expect(folder).toBe('/root')
    const variables = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))
    expect(variables).toMatchObject({ OWN: 'a b', name: 'kept', LANG: 'de_DE.UTF-8' })
    expect(variables).toMatchObject({ HOME: '/root', USER: 'root', LOGNAME: 'root' })
    expect(variables).toMatchObject({
      SHELL: '/bin/sh',
      PATH: expect.stringMatching(/bin:\/\.gridloom\/bin$/),
    })
    expect(variables).not.toHaveProperty('TERM')
  })

  it.each([
    ['nobody', { HOME: '/nonexistent', USER: 'nobody' }],
    ['1234:5678', { HOME: '/', USER: '1234' }],
  ])('runs as the user of the container, %s, and as root where asked', async (user, known) => {
    await using inside = await startSessionInstance({ user })
    const { stdout } = await inside.run('id -u; env')
    const [uid, ...lines] = stdout.trim().split('\n')
    expect(uid).toBe(user === 'nobody' ? '65534' : '1234')
    expect(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))).toMatchObject(known)
    const asRoot = await inside.open({
      program: { kind: 'command', command: 'id -u; touch /root/file' },
      user: 'root',
    })
    expect(await asRoot.finish()).toMatchObject({ stdout: '0\n', stderr: '', exitCode: '0' })
  })

  it('gets the signals that are sent to it', async () => {
    await using inside = await startSessionInstance()
    const session = newSessionId()
    const command = 'trap "echo caught; exit 9" USR1; echo ready; while :; do sleep 0.1; done'
    const opened = await inside.open({ program: { kind: 'command', command } }, session)
    await opened.readUntil('ready')
    const path = agentPath(sessionCalls.signal, { id: inside.id, session })
    expect(await inside.connection.call('POST', path, { signal: 'USR1' })).toMatchObject({
      status: 200,
    })
    expect(await opened.readUntil('caught')).toContain('caught')
    await opened.readUntil('the end')
    expect(opened.exitCode()).toBe('9')
  })
})

describe('a terminal of a session', () => {
  it('has its size and type, carries raw bytes, and returns the exit code of its shell', async () => {
    await using inside = await startSessionInstance()
    const session = newSessionId()
    const opened = await inside.open({ program: { kind: 'shell' }, terminal }, session)
    expect(opened.headers['x-gridloom-framed']).toBe('false')
    opened.stream.write('stty size; echo $TERM; echo mar""ker\n')
    const seen = await opened.readUntil('marker')
    expect(seen).toContain('33 91')
    expect(seen).toContain('xterm-256color')
    const path = agentPath(sessionCalls.resize, { id: inside.id, session })
    await inside.connection.call('PUT', path, { columns: 50, rows: 20 })
    opened.stream.write('stty size; exit 7\n')
    expect(await opened.readUntil('the end')).toContain('20 50')
    expect(opened.exitCode()).toBe('7')
  })

  it('keeps its output when the input has ended', async () => {
    await using inside = await startSessionInstance()
    const program = { kind: 'command', command: 'sleep 1; echo still here; exit 3' } as const
    const opened = await inside.open({ program, terminal })
    opened.stream.end()
    expect(await opened.readUntil('the end')).toContain('still here')
    expect(opened.exitCode()).toBe('3')
  })

  it('passes on every key at once, those too with which engines detach', async () => {
    await using inside = await startSessionInstance()
    const command = 'stty raw -echo; echo ready; dd bs=1 count=2 2>/dev/null | od -An -tx1'
    const opened = await inside.open({ program: { kind: 'command', command }, terminal })
    await opened.readUntil('ready')
    opened.stream.write('\x10')
    // The second key must not follow in the same read of the engine.
    await inside.run('true')
    opened.stream.write('\x11')
    expect(await opened.readUntil('the end')).toContain('10 11')
  })
})

describe('a session whose stream breaks', () => {
  it.each([
    ['a command', 'echo ready; sleep 4321', undefined],
    ['a command with children', 'sleep 4321 & sleep 4321 & echo ready; wait', undefined],
    ['a program in front of a terminal', 'echo ready; sleep 4321', terminal],
  ])('ends %s with SIGHUP', async (_, command, size) => {
    await using inside = await startSessionInstance()
    const opened = await inside.open({
      program: { kind: 'command', command },
      terminal: size ?? null,
    })
    await opened.readUntil('ready')
    opened.stream.close()
    await inside.untilGone('sleep 4321', 3_000)
  })

  it('ends the shell of a terminal, and the job in front of it', async () => {
    await using inside = await startSessionInstance()
    const opened = await inside.open({ program: { kind: 'shell' }, terminal })
    opened.stream.write('echo rea""dy; sleep 4321\n')
    await opened.readUntil('ready')
    await inside.untilThere('sleep 4321')
    inside.connection.session.destroy()
    await inside.untilGone('sleep 4321|sh -l', 3_000)
  })

  it('kills after five seconds what does not end', async () => {
    await using inside = await startSessionInstance()
    const command = 'trap "echo no" HUP; echo ready; while :; do sleep 0.321; done'
    const opened = await inside.open({ program: { kind: 'command', command } })
    await opened.readUntil('ready')
    opened.stream.close()
    await inside.untilGone('0.321', 10_000)
  })

  it('leaves alone what ignores SIGHUP, and what was left in the background of an ended session', async () => {
    await using inside = await startSessionInstance()
    await inside.run('sleep 1234 >/dev/null 2>&1 </dev/null &')
    const command = `(trap '' HUP; exec sleep 2345) & sleep 3456 & echo ready; wait`
    const opened = await inside.open({ program: { kind: 'command', command } })
    await opened.readUntil('ready')
    opened.stream.close()
    await inside.untilGone('sleep 3456', 3_000)
    // The moment of the kill has passed when a session that was cut later has been killed.
    const stubborn = 'trap "echo no" HUP; echo ready; while :; do sleep 0.321; done'
    const later = await inside.open({ program: { kind: 'command', command: stubborn } })
    await later.readUntil('ready')
    later.stream.close()
    await inside.untilGone('0.321', 10_000)
    expect(await inside.processes()).toContain('sleep 2345')
    expect(await inside.processes()).toContain('sleep 1234')
  })

  it('is hung up by the next agent when its own was killed', async () => {
    await using inside = await startSessionInstance()
    const opened = await inside.leaveSession('sleep 4321')
    await inside.untilThere('sleep 4321')
    await inside.machine.restart()
    await inside.untilGone('sleep 4321', 10_000)
    opened.stream.destroy()
  })
})

describe('a session of an instance', () => {
  it('is refused while the instance is stopped', async () => {
    await using inside = await startSessionInstance()
    await inside.stop()
    await expect(inside.run('true')).rejects.toThrow(/409.*not running/)
  })

  it('is refused with an id that is in use', async () => {
    await using inside = await startSessionInstance()
    const session = newSessionId()
    const program = { kind: 'command', command: 'cat' } as const
    const first = await inside.open({ program }, session)
    await expect(inside.open({ program }, session)).rejects.toThrow(/409/)
    await first.finish()
  })
})
