import { linksIn } from './links-in.ts'

/** Characters of the end of a post's id, which are random: enough to tell the posts of one account apart. */
const idChars = 10

/** Returns the sub ID of the referral links in a post, by which its clicks and sign-ups are counted. */
export function subIdOfPost(postId: string): string {
  return `post-${postId.slice(-idChars)}`
}

/** As long as that of any post, for counting the text of one that has no id yet. */
export const someSubId = subIdOfPost('0'.repeat(idChars))

/** Returns a text whose links to a referral link have the sub ID; those that have another one already keep it. */
export function withSubId(text: string, { link, subId }: { link: string; subId: string }): string {
  let result = ''
  let end = 0
  for (const found of linksIn(text)) {
    const tagged = taggedLink(found.url, { link, subId })
    result += text.slice(end, found.start) + tagged
    end = found.end
  }
  return result + text.slice(end)
}

/** Whether a text has a link with the sub ID. */
export function hasSubId(text: string, subId: string): boolean {
  return linksIn(text).some((found) => URL.parse(found.url)?.searchParams.get('sub_id') === subId)
}

function taggedLink(found: string, { link, subId }: { link: string; subId: string }): string {
  const [url, own] = [URL.parse(found), URL.parse(link)]
  if (url === null || own === null || url.host !== own.host) return found
  if (codeOf(url) !== codeOf(own) || url.searchParams.has('sub_id')) return found
  url.searchParams.set('sub_id', subId)
  return url.href
}

function codeOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').toLowerCase()
}
