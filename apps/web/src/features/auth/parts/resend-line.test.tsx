import { api as endpoints } from '@gridloom/contract/api'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createRuntime, RuntimeProvider } from '../../../api/runtime.tsx'
import { type Answer, createFakeApi, ok, refuse, unreachable } from '../../../testing/fake-api.ts'
import { renderPart } from '../../../testing/with-design.tsx'
import { ToastArea } from '../../../ui/toasts/toast-area.tsx'
import { ResendLine, resendSecondsLeft } from './resend-line.tsx'

describe('requesting another code', () => {
  it('is possible after a 60 s countdown, which then starts again', async () => {
    const { api, button, pass } = setup(ok({}))
    expect(screen.getByText('in 60 s')).toBeTruthy()
    expect(button()).toHaveProperty('disabled', true)
    await pass(1_000)
    expect(screen.getByText('in 59 s')).toBeTruthy()
    await pass(58_000)
    expect(screen.getByText('in 1 s')).toBeTruthy()
    await pass(1_000)
    expect(button()).toHaveProperty('disabled', false)
    fireEvent.click(button())
    await pass(0)
    expect(api.callsTo('POST /api/user/resend-otp')[0]?.body).toEqual({ email: 'ada@example.com' })
    expect(screen.getByText('in 60 s')).toBeTruthy()
    expect(button()).toHaveProperty('disabled', true)
    expect(screen.getByText(/A new code was sent/)).toBeTruthy()
  })

  it('shows the specification’s progress text with four dots', async () => {
    const { button, pass } = setup(() => new Promise<Response>(() => undefined))
    await pass(60_000)
    fireEvent.click(button())
    await pass(0)
    expect(screen.getByText('Resending....')).toBeTruthy()
  })

  it.each([
    ['says nothing', refuse('internal', { error: '' }), 'Rending failed. Please try again.'],
    ['says why', refuse('too_many_requests', { error: 'Five in an hour.' }), 'Five in an hour.'],
    ['is out of reach', unreachable(), 'An error occurred. Please try again.'],
  ])('shows the error when the server %s', async (_, answer, text) => {
    const { button, pass } = setup(answer)
    await pass(60_000)
    fireEvent.click(button())
    await pass(0)
    await pass(0)
    expect(screen.getByText(text)).toBeTruthy()
  })
})

describe('secondsLeft', () => {
  it('is at most 60, even after the clock went back', () => {
    expect(resendSecondsLeft(1_000, 90_000)).toBe(60)
  })

  it('is at least 0', () => {
    expect(resendSecondsLeft(900_000, 1_000)).toBe(0)
  })
})

function setup(answer: Answer) {
  vi.useFakeTimers()
  const api = createFakeApi({ 'POST /api/user/resend-otp': answer })
  const runtime = createRuntime({
    endpoints,
    origin: 'http://localhost',
    page: { cookie: '' },
    fetch: api.fetch,
  })
  renderPart(
    <RuntimeProvider runtime={runtime}>
      <QueryClientProvider client={runtime.queryClient}>
        <ResendLine email="ada@example.com" />
        <ToastArea toasts={runtime.toasts} />
      </QueryClientProvider>
    </RuntimeProvider>,
  )
  return {
    api,
    button: () => screen.getByRole('button', { name: 'Resend code' }),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
  }
}
