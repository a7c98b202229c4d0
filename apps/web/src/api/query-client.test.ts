import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { type ErrorCode, errorCodes } from '@gridloom/contract/errors'
import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createShownErrors } from '../ui/toasts/shown-errors.tsx'
import { createToasts } from '../ui/toasts/toasts.ts'
import { createQueryClient, mayResend } from './query-client.ts'

describe('a query', () => {
  it('is retried after network errors until it succeeds, without a toast', async () => {
    const { ask, messages } = setup({ failures: [unreachable, unreachable] })
    await expect(ask()).resolves.toBe('the answer')
    expect(messages()).toEqual([])
  })

  it('fails after four attempts', async () => {
    const { ask, asked } = setup({ failures: Array.from({ length: 9 }, () => unreachable) })
    await expect(ask()).rejects.toBe(unreachable)
    expect(asked()).toBe(4)
  })

  it('is retried after a server error', async () => {
    const { ask } = setup({ failures: [refused('not_ready')] })
    await expect(ask()).resolves.toBe('the answer')
  })

  it('is not retried when the server rejects it', async () => {
    const { ask, asked } = setup({ failures: [refused('not_found')] })
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
    expect(asked()).toBe(1)
  })
})

describe('a failed query', () => {
  const failed = refused('not_found')

  it('shows the shared toast when no screen shows its error', async () => {
    const { ask, pass, messages } = setup({ failures: [failed] })
    await expect(ask()).rejects.toBe(failed)
    pass()
    expect(messages()).toEqual(['Not Found: The requested resource does not exist.'])
  })

  it('shows no toast when a screen shows its error', async () => {
    const { ask, pass, messages, shownErrors } = setup({ failures: [failed] })
    await expect(ask()).rejects.toBe(failed)
    shownErrors.add(failed)
    pass()
    expect(messages()).toEqual([])
  })

  it('shows one toast until it has succeeded, however often it is repeated', async () => {
    const again = refused('forbidden')
    const { ask, pass, messages } = setup({ failures: [failed, again, again] })
    await ask().catch(() => undefined)
    pass()
    await ask().catch(() => undefined)
    pass()
    expect(messages()).toHaveLength(1)
  })

  it('shows a toast again when it fails after it has succeeded', async () => {
    const { ask, pass, messages, failNext } = setup({ failures: [failed] })
    await ask().catch(() => undefined)
    await ask()
    failNext(refused('forbidden'))
    await ask().catch(() => undefined)
    pass()
    expect(messages()).toContain('Forbidden: You do not have access to this resource.')
  })

  it.each([failed, refused('internal'), unreachable])(
    'says "Please try again." when it loads the user’s details, whatever happened',
    async (error) => {
      const failures = [error, error, error, error]
      const { ask, pass, messages } = setup({ failures, queryKey: ['details'] })
      await ask().catch(() => undefined)
      pass()
      expect(messages()).toEqual(['Please try again.'])
    },
  )

  it('shows no toast once the user has signed out', async () => {
    const { ask, pass, messages, queryClient } = setup({ failures: [failed] })
    await ask().catch(() => undefined)
    queryClient.clear()
    pass()
    expect(messages()).toEqual([])
  })

  it('leaves the health check to the maintenance banner', async () => {
    const { ask, pass, messages } = setup({
      failures: [refused('under_maintenance'), refused('under_maintenance')],
      queryKey: ['health'],
    })
    await ask().catch(() => undefined)
    pass()
    expect(messages()).toEqual([])
  })
})

describe('a mutation', () => {
  it('shows a toast when it fails, and is not retried', async () => {
    const { act, asked, messages } = setup({ failures: [unreachable] })
    await expect(act()).rejects.toBe(unreachable)
    expect(asked()).toBe(1)
    expect(messages()).toEqual(['Network Error: Please check your internet connection.'])
  })

  it('shows no toast when its problem is shown in place', async () => {
    const { act, messages } = setup({ failures: [refused('state_conflict')] })
    await expect(act({ problem: 'shown-in-place' })).rejects.toThrow()
    expect(messages()).toEqual([])
  })

  it('shows no toast when its caller aborts it', async () => {
    const { act, messages } = setup({ failures: [new DOMException('given up', 'AbortError')] })
    await expect(act()).rejects.toThrow('given up')
    expect(messages()).toEqual([])
  })
})

describe('a missing access code', () => {
  it('opens the access view each time a mutation is rejected for it', async () => {
    const { act, opened } = setup({ failures: [closed, closed] })
    await expect(act()).rejects.toBe(closed)
    await expect(act()).rejects.toBe(closed)
    expect(opened()).toBe(2)
  })

  it('opens the access view only once for queries, which refetch automatically', async () => {
    const { ask, opened } = setup({ failures: [closed, closed] })
    await expect(ask()).rejects.toBe(closed)
    await expect(ask()).rejects.toBe(closed)
    expect(opened()).toBe(1)
  })
})

describe('mayResend', () => {
  it('allows three retries after a network error', () => {
    expect([0, 1, 2, 3].map((failures) => mayResend(failures, unreachable))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('never allows a retry after a response, not even after a server error', () => {
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

interface Setup {
  failures: readonly Error[]
  queryKey?: readonly string[]
}

function setup({ failures, queryKey = ['question'] }: Setup) {
  const toasts = createToasts()
  const shownErrors = createShownErrors()
  const waiting: (() => void)[] = []
  let opened = 0
  const queryClient = createQueryClient({
    toasts,
    shownErrors,
    timers: {
      after(_, wake) {
        waiting.push(wake)
        return () => undefined
      },
    },
    onAccessCodeRequired: () => {
      opened += 1
    },
  })
  let asked = 0
  let next: Error | undefined
  async function answer(): Promise<string> {
    const failure = next ?? failures[asked]
    next = undefined
    asked += 1
    if (failure) throw failure
    return 'the answer'
  }
  return {
    asked: () => asked,
    opened: () => opened,
    shownErrors,
    queryClient,
    failNext(error: Error): void {
      next = error
    },
    /** The time that screens have to show an error in place is over. */
    pass(): void {
      for (const wake of waiting.splice(0)) wake()
    },
    messages: () => toasts.store.getState().toasts.map(({ message }) => message),
    ask: async () => {
      const question = new QueryObserver(queryClient, { queryKey, queryFn: answer })
      return (await question.refetch({ throwOnError: true })).data
    },
    act: (meta: { problem?: 'shown-in-place' } = {}) =>
      queryClient
        .getMutationCache()
        .build(queryClient, { mutationFn: answer, meta })
        .execute(undefined),
  }
}
