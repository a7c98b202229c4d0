import { describe, expect, it } from 'vitest'
import { type Said, startEngineStandIn } from '../../../test/engine-stand-in.ts'
import { execExitCode, killExec, makeExec } from './exec-state.ts'

const signal = new AbortController().signal
const look = 'GET /exec/e1/json'

describe('the exit code of a command', () => {
  it('is polled until the engine has it', async () => {
    await using test = await setup([
      { json: anExec({ Running: true }) },
      { json: anExec({ Running: true }) },
      { json: anExec({ ExitCode: 3 }) },
    ])
    expect(await execExitCode(test.api, test.ask)).toBe(3)
    expect(test.lines()).toHaveLength(3)
  })

  it('is null if the engine never reports it within 120 polls', async () => {
    await using test = await setup([{ json: anExec({ Running: true }) }])
    expect(await execExitCode(test.api, test.ask)).toBeNull()
    expect(test.lines()).toHaveLength(120)
  })

  it('fails if the engine does not have the command any more', async () => {
    await using test = await setup([{ status: 404, json: { message: 'No such exec instance' } }])
    await expect(execExitCode(test.api, test.ask)).rejects.toThrow('No such exec')
  })
})

describe('killing a command', () => {
  it('does nothing if it has ended', async () => {
    await using test = await setup([{ json: anExec({ ExitCode: 0 }) }])
    await killExec(test.api, test.ask)
    expect(test.lines()).toEqual(['GET /exec/e1/json'])
  })

  it('waits for a command that has not started yet', async () => {
    await using test = await setup([
      { json: anExec({ Running: true, Pid: 0 }) },
      { json: anExec({ Running: false, ExitCode: null }) },
      { json: anExec({ ExitCode: 1 }) },
    ])
    await killExec(test.api, test.ask)
    expect(test.lines()).toHaveLength(3)
  })

  it('never kills a process of the host with the same id', async () => {
    await using test = await setup([{ json: anExec({ Running: true, Pid: process.pid }) }])
    await killExec(test.api, test.ask)
    expect(test.lines()).toEqual(['GET /exec/e1/json'])
  })
})

describe('creating a command', () => {
  it('returns the id that the engine assigned', async () => {
    await using test = await setup([], { 'POST /containers/one/exec': { json: { Id: 'e9' } } })
    expect(await makeExec(test.api, 'one', { Cmd: ['true'] })).toBe('e9')
    expect(test.asked[0]?.body).toEqual({ Cmd: ['true'] })
  })
})

async function setup(states: Said[], others: Record<string, Said> = {}) {
  const test = await startEngineStandIn({ [look]: states, ...others })
  const ask = { id: 'e1', sleep: async () => {}, signal }
  return {
    api: test.api,
    asked: test.asked,
    lines: test.lines,
    ask,
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  }
}

function anExec(changes: object) {
  return { Running: false, ExitCode: null, Pid: 0, ContainerID: 'c'.repeat(64), ...changes }
}
