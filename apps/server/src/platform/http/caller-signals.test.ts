import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { describe, expect, it } from 'vitest'
import { callerGone, createBriefSignals, signalOf } from './caller-signals.ts'

describe('the signal of a short response', () => {
  it('aborts when the caller disconnects before the response is sent', () => {
    const { reply, close, signal } = setup()
    expect(signal.aborted).toBe(false)
    close()
    expect(signal.reason).toBe(callerGone)
    expect(reply.raw.listenerCount('close')).toBe(0)
  })

  it('does not abort once the response is sent, not even when the server stops', () => {
    const { close, stop, signal } = setup()
    close({ writableFinished: true })
    stop.abort()
    expect(signal.aborted).toBe(false)
  })

  it('aborts when the server stops, for open requests and later ones', () => {
    const { stop, signal, signalOfNext } = setup()
    stop.abort(new Error('stopping'))
    expect(signal.reason).toMatchObject({ message: 'stopping' })
    expect(signalOfNext(replyOf({})).reason).toMatchObject({ message: 'stopping' })
  })

  it('is already aborted when the caller disconnected while the body was read', () => {
    const { signalOfNext } = setup()
    const reply = replyOf({ destroyed: true })
    expect(signalOfNext(reply).reason).toBe(callerGone)
    expect(reply.raw.listenerCount('close')).toBe(0)
  })
})

describe('the signal of a stream', () => {
  it.each([
    ['its reader goes', { writableFinished: false }],
    ['it has ended', { writableFinished: true }],
  ])('aborts when %s', (_what, state) => {
    const reply = replyOf({})
    const signal = signalOf(reply, new AbortController().signal)
    expect(signal.aborted).toBe(false)
    Object.assign(reply.raw, state).emit('close')
    expect(signal.reason).toBe(callerGone)
  })

  it('is aborted when its reader left before, and aborts when the server stops', () => {
    const stop = new AbortController()
    expect(signalOf(replyOf({ destroyed: true }), stop.signal).reason).toBe(callerGone)
    const signal = signalOf(replyOf({}), stop.signal)
    stop.abort()
    expect(signal.aborted).toBe(true)
  })
})

function setup() {
  const stop = new AbortController()
  const signalOfNext = createBriefSignals(stop.signal)
  const reply = replyOf({})
  const close = (state: object = {}) => Object.assign(reply.raw, state).emit('close')
  return { stop, signalOfNext, reply, close, signal: signalOfNext(reply) }
}

/** Named cast: of a reply only its state and its close event are used. */
function replyOf(state: { destroyed?: boolean }): FastifyReply {
  const raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    writableFinished: false,
    ...state,
  })
  return { raw } as unknown as FastifyReply
}
