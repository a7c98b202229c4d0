import { NetworkError } from '@gridloom/client/api-error'
import { clickCountsForDays } from '@gridloom/contract/affiliate/affiliate'
import { AffiliateClickId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import type { Runtime } from '../../api/runtime.tsx'
import { clockNowMs } from '../../browser/clock.ts'

const dayMs = 86_400_000

/** The last referral link that was followed in this browser: its code and click, and nothing else. */
const KeptReferral = z.object({
  code: z.string(),
  click_id: AffiliateClickId,
  until: z.number(),
})

/** Stores a followed link for 30 days; the last one counts. */
export function keepReferral(
  { kept }: Pick<Runtime, 'kept'>,
  followed: { code: string; click_id: AffiliateClickId },
): void {
  const until = clockNowMs() + clickCountsForDays * dayMs
  kept.write('referral', JSON.stringify({ ...followed, until }))
}

/**
 * Names the referrer of an account that has just been made. Accounts that are older, or that have a referrer, keep
 * what they have: the server decides, and the link is forgotten with its answer.
 */
export async function nameReferrer({
  client,
  kept,
}: Pick<Runtime, 'client' | 'kept'>): Promise<void> {
  const text = kept.read('referral')
  if (text === undefined) return
  const referral = readKept(text)
  try {
    if (referral !== undefined && referral.until > clockNowMs()) {
      const { code, click_id } = referral
      await client.affiliate.refer({ body: { code, click_id } })
    }
  } catch (error) {
    // A server that cannot be reached is asked again at the next sign-in or reload.
    if (error instanceof NetworkError) return
  }
  kept.write('referral', undefined)
}

function readKept(text: string): z.infer<typeof KeptReferral> | undefined {
  try {
    return KeptReferral.parse(JSON.parse(text))
  } catch {
    // @NOTE a value of another version, or of a person who edited it, is no referral
    return undefined
  }
}
