import { z } from 'zod'

/** A password of 4,096 letters, sealed. */
const sealedCharsMax = 20_000

/** A login that a machine pulls the image of an instance with. Nobody but the machine can read the password. */
export const RegistryLogin = z.object({
  /** Empty: the registry of the image. For another registry, the login is not used. */
  server: z.string().max(255),
  username: z.string().max(255),
  /** A sealed box (domain, `sealed/sealed-box.ts`) for the machine's `seal_key`; its place is the instance's id. */
  sealed_password: z
    .string()
    .max(sealedCharsMax)
    .regex(/^[A-Za-z0-9_-]+$/),
})
export type RegistryLogin = z.infer<typeof RegistryLogin>
