/** What each scope that we ask of a channel allows; `null` where it allows nothing that a user would name. */
const words: Readonly<Record<string, string | null>> = {
  atproto: null,
  'repo:app.bsky.feed.post?action=create': 'publish posts',
  'blob:image/*': 'upload pictures',
  'blob:video/mp4': 'upload videos',
  'transition:generic': 'everything but direct messages',
  'read:accounts': 'read your profile',
  'write:statuses': 'publish posts',
  'write:media': 'upload pictures and videos',
  openid: null,
  profile: 'read your profile',
  w_member_social: 'publish posts',
  instagram_business_basic: 'read your profile and posts',
  'user.info.basic': 'read your profile',
  'user.info.profile': 'read your profile',
  'https://www.googleapis.com/auth/youtube.readonly': 'read your channel',
  'tweet.read': 'read posts',
  'tweet.write': 'publish posts',
  'users.read': 'read your profile',
  'offline.access': null,
  identity: 'read your profile',
  submit: 'publish posts',
  history: 'read your posts',
  identify: 'read your profile',
}

/** Returns what scopes allow, in words, each once; a scope of another server as it is. `null`: nothing. */
export function scopeWords(scopes: readonly string[]): string | null {
  const allowed = scopes.map((scope) => (Object.hasOwn(words, scope) ? words[scope] : scope))
  const named = [...new Set(allowed)].filter((one) => one != null)
  return named.length === 0 ? null : `May ${named.join(', ')}`
}
