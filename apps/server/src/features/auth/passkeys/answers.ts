import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { passkeyRefusal } from './refuse-thrown.ts'

/** Bytes in the encoding of WebAuthn's JSON. */
const Base64Url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(64 * 1024)
const CredentialId = Base64Url.min(1).max(1_400)

/** The part of a browser's answer that is used (WebAuthn 3, 5.1.8); other fields are ignored. */
const RegistrationResponse = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
})

const AuthenticationResponse = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish().transform((handle) => handle ?? undefined),
  }),
})

/** Parses an authenticator's answer to creating a passkey. @throws Refused `passkey_refused` */
export function parseRegistration(answer: unknown): RegistrationResponseJSON {
  return { ...parsed(RegistrationResponse, answer), clientExtensionResults: {} }
}

/** Parses an authenticator's answer to using a passkey. @throws Refused `passkey_refused` */
export function parseAuthentication(answer: unknown): AuthenticationResponseJSON {
  return { ...parsed(AuthenticationResponse, answer), clientExtensionResults: {} }
}

function parsed<S extends z.ZodType>(shape: S, answer: unknown): z.output<S> {
  const read = shape.safeParse(answer)
  if (!read.success) throw passkeyRefusal('the answer has another shape', read.error)
  return read.data
}
