import { ApiError } from '@gridloom/client/api-error'
import { type ErrorCode, errorCodes } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { afterConfirming, createConfirmations } from './reauth-prompt.ts'

describe('afterConfirming', () => {
  it('opens no confirmation dialog when the call succeeds', async () => {
    const { confirmations, call } = setup({ refusals: [] })
    await expect(afterConfirming(confirmations, call)).resolves.toBe('done')
    expect(confirmations.store.getState().asked).toBe(false)
  })

  it('retries the call once after the user confirms', async () => {
    const { confirmations, call, made } = setup({ refusals: ['confirmation_required'] })
    const outcome = afterConfirming(confirmations, call)
    await expect.poll(() => confirmations.store.getState().asked).toBe(true)
    confirmations.settle('confirmed')
    await expect(outcome).resolves.toBe('done')
    expect(made()).toBe(2)
    expect(confirmations.store.getState().asked).toBe(false)
  })

  it('rejects the call when the user declines', async () => {
    const { confirmations, call, made } = setup({ refusals: ['confirmation_required'] })
    const outcome = afterConfirming(confirmations, call)
    await expect.poll(() => confirmations.store.getState().asked).toBe(true)
    confirmations.settle('declined')
    await expect(outcome).rejects.toMatchObject({ code: 'confirmation_required' })
    expect(made()).toBe(1)
  })

  it('asks only once per call, even if the retry is rejected too', async () => {
    const { confirmations, call } = setup({
      refusals: ['confirmation_required', 'confirmation_required'],
    })
    const outcome = afterConfirming(confirmations, call)
    await expect.poll(() => confirmations.store.getState().asked).toBe(true)
    confirmations.settle('confirmed')
    await expect(outcome).rejects.toMatchObject({ code: 'confirmation_required' })
    expect(confirmations.store.getState().asked).toBe(false)
  })

  it('shares one dialog among concurrent calls', async () => {
    const { confirmations } = setup({ refusals: [] })
    const answers = Promise.all([confirmations.ask(), confirmations.ask()])
    confirmations.settle('confirmed')
    await expect(answers).resolves.toEqual(['confirmed', 'confirmed'])
  })

  it('rethrows every other error without asking', async () => {
    const { confirmations, call } = setup({ refusals: ['not_found'] })
    await expect(afterConfirming(confirmations, call)).rejects.toMatchObject({ code: 'not_found' })
  })
})

function setup({ refusals }: { refusals: readonly ErrorCode[] }) {
  let made = 0
  return {
    confirmations: createConfirmations(),
    made: () => made,
    call: async () => {
      const code = refusals[made]
      made += 1
      if (code) throw new ApiError({ code, status: errorCodes[code].status, text: '' })
      return 'done'
    },
  }
}
