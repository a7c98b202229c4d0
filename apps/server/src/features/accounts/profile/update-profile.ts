import { createHash } from 'node:crypto'
import type { ProfileChange } from '@gridloom/contract/accounts/profile'
import type { AccountId } from '@gridloom/contract/core/ids'
import { type Ctx, type Tx, userOf } from '../../../platform/ctx.ts'
import { type Picture, readPictureUrl } from '../../../platform/pictures/read-picture-url.ts'
import { publishAccount } from '../publish-account.ts'
import { deletePicture, putPicture, updateProfileRow } from './profile-store.ts'

/**
 * Changes name and picture of the signed-in user and keeps fields that are not given. Usernames are display names, not
 * identifiers: two users may have the same.
 * @throws Refused `invalid_input` for an invalid picture
 */
export async function updateProfile(ctx: Ctx, change: ProfileChange): Promise<void> {
  const user = userOf(ctx)
  const { username, name, image } = change
  const picture = typeof image === 'string' ? readPictureUrl(image) : image
  await ctx.transact(async (tx) => {
    const profilePath = await keepPicture(tx, user, picture)
    await updateProfileRow(tx, user, {
      ...(username === undefined ? {} : { username }),
      ...(name === undefined ? {} : { name: name === '' ? null : name }),
      ...(profilePath === undefined ? {} : { profilePath }),
    })
    await publishAccount(tx, user)
  })
}

/** Stores the picture and returns its path; `undefined` when the request contains none. */
async function keepPicture(
  tx: Tx,
  user: AccountId,
  picture: Picture | null | undefined,
): Promise<string | null | undefined> {
  if (picture === undefined) return undefined
  if (picture === null) {
    await deletePicture(tx, user)
    return null
  }
  const hash = createHash('sha256').update(picture.bytes).digest('hex')
  await putPicture(tx, user, { ...picture, hash })
  return `/api/pictures/${hash}`
}
