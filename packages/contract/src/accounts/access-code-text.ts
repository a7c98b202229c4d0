import { z } from 'zod'

/**
 * The first segments of all addresses of the web app and the server. A link with an access code is `/{referralCode}`,
 * so a code that equals one of them could never be followed.
 */
export const siteSegments = [
  'account',
  'ambassador',
  'api',
  'appStore',
  'assets',
  'backups',
  'blog',
  'builder',
  'clusters',
  'company',
  'content',
  'dashboard',
  'extension',
  'how-to-host',
  'install',
  'instance',
  'machines',
  'mission-rewards',
  'model-hub',
  'models',
  'onboarding',
  'operator',
  'ports',
  'prices',
  'render',
  'rewards',
  'snapshots',
  'subreddit-error',
  'template',
  'terms-and-conditions',
  'token',
  'v1',
  'verify',
  'volumes',
  'welcome',
] as const

const taken: ReadonlySet<string> = new Set(siteSegments.map((segment) => segment.toLowerCase()))

/** Whether a code is an address of the site. Neither codes nor addresses distinguish upper and lower case. */
export function isSiteSegment(code: string): boolean {
  return taken.has(code.trim().toLowerCase())
}

/** An access code as its creator chooses it. */
export const AccessCodeText = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{4,64}$/, 'Use 4 to 64 letters, digits, - or _')
  .refine((code) => !isSiteSegment(code), 'This code is reserved. Choose another one')
