import type { PreparedCalls } from './prepared-call.ts'

/** Websites alone are proved by a code. */
export const preparedChannels: PreparedCalls = {
  'channels.proof': async ({ person }) => {
    const { token } = await person()
    return { token, params: { channel: 'website' }, body: { url: 'https://blog.example/' } }
  },
}
