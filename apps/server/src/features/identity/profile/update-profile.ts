import { createHash } from 'node:crypto'
import type { ProfileChange } from '@gridloom/contract/accounts/profile'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import type { AccountId } from '@gridloom/contract/core/ids'
import { type Ctx, type Tx, userOf } from '../../../platform/ctx.ts'
import type { IdentityCtx } from '../ports.ts'
import { readDetails } from '../read-details.ts'
import { deletePicture, putPicture, updateProfileRow } from './profile-store.ts'
import { type Picture, readPictureUrl } from './read-picture-url.ts'

export type ProfileCtx = Ctx & Pick<IdentityCtx, 'recentDetails'>

/**
 * Changes name and picture of the person who is signed in; what is left out stays. Usernames are what people are
 * called, not what they are told apart by: two may have the same.
 * @throws Refused `invalid_input` for a picture that is none
 */
export async function updateProfile(ctx: ProfileCtx, change: ProfileChange): Promise<UserDetails> {
  const person = userOf(ctx)
  const { username, name, image } = change
  const picture = typeof image === 'string' ? readPictureUrl(image) : image
  await ctx.transact(async (tx) => {
    const profilePath = await keepPicture(tx, person, picture)
    await updateProfileRow(tx, person, {
      ...(username === undefined ? {} : { username }),
      ...(name === undefined ? {} : { name: name === '' ? null : name }),
      ...(profilePath === undefined ? {} : { profilePath }),
    })
    await tx.publish({ topic: 'account', accountId: person, subject: person })
  })
  // The change that was told arrives in a moment; this answer shows it at once.
  ctx.recentDetails.forget(person)
  return readDetails(ctx)
}

/** Where the picture is shown from afterwards; `undefined` when nothing was said of it. */
async function keepPicture(
  tx: Tx,
  person: AccountId,
  picture: Picture | null | undefined,
): Promise<string | null | undefined> {
  if (picture === undefined) return undefined
  if (picture === null) {
    await deletePicture(tx, person)
    return null
  }
  const hash = createHash('sha256').update(picture.bytes).digest('hex')
  await putPicture(tx, person, { ...picture, hash })
  return `/api/pictures/${hash}`
}
