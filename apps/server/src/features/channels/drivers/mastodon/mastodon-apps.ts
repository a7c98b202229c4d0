import { z } from 'zod'
import type { Db } from '../../../../platform/database/connect.ts'
import { transact } from '../../../../platform/database/transact.ts'
import { SealBroken, type SecretSealer } from '../../../../platform/secret-sealer.ts'
import type { MastodonApp, MastodonAppStore } from './app-of-server.ts'
import { findApp, saveApp } from './mastodon-apps-store.ts'

const Stored = z.object({ clientId: z.string(), clientSecret: z.string() })

/** Our registrations at servers, sealed in the database. */
export function mastodonApps({ db, sealer }: { db: Db; sealer: SecretSealer }): MastodonAppStore {
  return {
    async find(origin) {
      const row = await findApp(db, origin)
      if (row === undefined) return undefined
      const app = await opened(sealer, row)
      return app && { app, checkedAt: row.checked_at }
    },
    async save(origin, app, now) {
      const sealed = await sealer.seal(JSON.stringify(app), origin)
      await transact(db, (tx) => saveApp(tx, { origin, sealed, checked_at: now }))
    },
  }
}

async function opened(
  sealer: SecretSealer,
  { origin, sealed }: { origin: string; sealed: string },
): Promise<MastodonApp | undefined> {
  try {
    return Stored.parse(JSON.parse(await sealer.open(sealed, origin)))
  } catch (error) {
    // Sealed with a key that is lost: we register again.
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
