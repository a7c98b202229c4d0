import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { type ErrorCode, errorCodes } from '@gridloom/contract/errors'
import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createToasts } from '../ui/toasts/toasts.ts'
import { createQueryClient, mayResend } from './query-client.ts'

describe('a question', () => {
  it('that gets no answer is asked again until there is one, and nobody is told', async () => {
    const { ask, messages } = setup({ failures: [unreachable, unreachable] })
    await expect(ask()).resolves.toBe('the answer')
    expect(messages()).toEqual([])
  })

  it('is asked four times and then fails', async () => {
    const { ask, asked } = setup({ failures: Array.from({ length: 9 }, () => unreachable) })
    await expect(ask()).rejects.toBe(unreachable)
    expect(asked()).toBe(4)
  })

  it('is asked again while the server itself is in trouble', async () => {
    const { ask } = setup({ failures: [refused('not_ready')] })
    await expect(ask()).resolves.toBe('the answer')
  })

  it('that was refused is not asked a second time', async () => {
    const { ask, asked } = setup({ failures: [refused('not_found')] })
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
    expect(asked()).toBe(1)
  })
})

describe('an action', () => {
  it('that fails is told in a toast and not done a second time', async () => {
    const { act, asked, messages } = setup({ failures: [unreachable] })
    await expect(act()).rejects.toBe(unreachable)
    expect(asked()).toBe(1)
    expect(messages()).toEqual(['Network Error: Please check your internet connection.'])
  })

  it('whose problem is shown in place makes no toast', async () => {
    const { act, messages } = setup({ failures: [refused('state_conflict')] })
    await expect(act({ problem: 'shown-in-place' })).rejects.toThrow()
    expect(messages()).toEqual([])
  })

  it('that its caller gave up makes no toast', async () => {
    const { act, messages } = setup({ failures: [new DOMException('given up', 'AbortError')] })
    await expect(act()).rejects.toThrow('given up')
    expect(messages()).toEqual([])
  })
})

describe('a closed beta', () => {
  it('opens the access view for an action, each time', async () => {
    const { act, opened } = setup({ failures: [closed, closed] })
    await expect(act()).rejects.toBe(closed)
    await expect(act()).rejects.toBe(closed)
    expect(opened()).toBe(2)
  })

  it('opens it once for questions, which screens ask again by themselves', async () => {
    const { ask, opened } = setup({ failures: [closed, closed] })
    await expect(ask()).rejects.toBe(closed)
    await expect(ask()).rejects.toBe(closed)
    expect(opened()).toBe(1)
  })
})

describe('mayResend', () => {
  it('sends again where no answer came, three times', () => {
    expect([0, 1, 2, 3].map((failures) => mayResend(failures, unreachable))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('never sends again what was answered, even by a server in trouble', () => {
    expect(mayResend(0, refused('internal'))).toBe(false)
    expect(mayResend(0, refused('offer_taken'))).toBe(false)
  })
})

const unreachable = new NetworkError('unreachable')
const closed = refused('access_code_required')

function refused(code: ErrorCode): ApiError {
  const { status, text } = errorCodes[code]
  return new ApiError({ code, status, text })
}

function setup({ failures }: { failures: readonly Error[] }) {
  const toasts = createToasts()
  let opened = 0
  const queryClient = createQueryClient(toasts, {
    onAccessCodeRequired: () => {
      opened += 1
    },
  })
  let asked = 0
  async function answer(): Promise<string> {
    const failure = failures[asked]
    asked += 1
    if (failure) throw failure
    return 'the answer'
  }
  return {
    asked: () => asked,
    opened: () => opened,
    messages: () => toasts.store.getState().toasts.map(({ message }) => message),
    ask: async () => {
      const question = new QueryObserver(queryClient, { queryKey: ['question'], queryFn: answer })
      return (await question.refetch({ throwOnError: true })).data
    },
    act: (meta: { problem?: 'shown-in-place' } = {}) =>
      queryClient
        .getMutationCache()
        .build(queryClient, { mutationFn: answer, meta })
        .execute(undefined),
  }
}
