import type { PlatformAnswer, PlatformRequest } from './platform-answers.ts'
import type { PlatformPerson } from './platform-facts.ts'

/** A post that was published at a platform. */
export interface PlatformPost {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** A post that a platform shows to everybody. */
export interface ShownPost {
  readonly text: string
  readonly links?: readonly string[]
}

/** The posts at the platforms: those that were published, and those that are shown by their address. */
export class PlatformPosts {
  readonly published: PlatformPost[] = []
  /** By the address that is asked for. */
  readonly shown = new Map<string, ShownPost>()
  /** Where shortened links lead. */
  readonly shortened = new Map<string, string>()

  /** The answer to a call with a valid token; undefined for a call that no platform has. */
  answer(request: PlatformRequest, person: PlatformPerson): PlatformAnswer | undefined {
    const { address, method } = request
    const call = `${method} ${address}`
    if (call === 'POST api.x.com/2/tweets') return this.#publishOnX(request)
    if (call === `GET api.x.com/2/users/${person.id}/tweets`) return this.#listOfX()
    if (call === 'POST oauth.reddit.com/api/submit') return this.#submit(request, person)
    if (call === `GET oauth.reddit.com/user/${person.handle}/submitted`)
      return this.#listing(person)
    if (call === 'POST api.linkedin.com/rest/posts') return this.#share(request)
    return undefined
  }

  /** The answer to a request without a token. */
  publicAnswer({ address, query }: PlatformRequest): PlatformAnswer | undefined {
    const long = this.shortened.get(`https://${address}`)
    if (long !== undefined) return { status: 301, headers: { location: long }, body: '' }
    if (!address.endsWith('/oembed')) return undefined
    const post = this.shown.get(query.get('url') ?? '')
    if (post === undefined) return { status: 404, body: 'Not Found' }
    const links = (post.links ?? []).map((link) => `<a href="${link}">${link}</a>`)
    const paragraph = [post.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), ...links]
    return {
      status: 200,
      body: {
        ...{ version: '1.0', type: 'rich', title: post.text, author_name: 'Ada' },
        html: `<blockquote><p lang="en" dir="ltr">${paragraph.join('<br>')}</p>&mdash; Ada</blockquote>`,
      },
    }
  }

  #add(title: string, text: string): PlatformPost {
    const post = { id: String(1_000 + this.published.length), title, text }
    this.published.push(post)
    return post
  }

  #publishOnX({ body }: PlatformRequest): PlatformAnswer {
    const { text } = JSON.parse(body)
    const { id } = this.#add('', text)
    return { status: 201, body: { data: { id, text } } }
  }

  /** X shortens each link, and escapes three characters. */
  #listOfX(): PlatformAnswer {
    const data = this.published.map(({ id, text }) => {
      const links = text.match(/https?:\/\/\S+/g) ?? []
      const urls = links.map((link, at) => ({ url: `https://t.co/${at}`, expanded_url: link }))
      const short = urls.reduce((so, { url, expanded_url: long }) => so.replace(long, url), text)
      return { id, text: short.replaceAll('&', '&amp;'), entities: { urls } }
    })
    return { status: 200, body: { data, meta: { result_count: data.length } } }
  }

  #submit({ form }: PlatformRequest, { handle }: PlatformPerson): PlatformAnswer {
    if (form.get('sr') !== `u_${handle}` || form.get('kind') !== 'self') {
      const errors = [['SUBREDDIT_NOEXIST', 'that community does not exist', 'sr']]
      return { status: 200, body: { json: { errors } } }
    }
    const { id } = this.#add(form.get('title') ?? '', form.get('text') ?? '')
    const url = `https://www.reddit.com/user/${handle}/comments/${id}/post/`
    return { status: 200, body: { json: { errors: [], data: { id, name: `t3_${id}`, url } } } }
  }

  #listing({ handle }: PlatformPerson): PlatformAnswer {
    const children = this.published.map(({ id, title, text }) => ({
      kind: 't3',
      data: {
        ...{ name: `t3_${id}`, title, selftext: text, created_utc: 4_000_000_000 },
        permalink: `/user/${handle}/comments/${id}/post/`,
      },
    }))
    return { status: 200, body: { kind: 'Listing', data: { children } } }
  }

  #share({ body, headers }: PlatformRequest): PlatformAnswer {
    if (!/^20\d{4}$/.test(String(headers['linkedin-version'])))
      return { status: 426, body: { message: 'Requested version is not active', status: 426 } }
    const { id } = this.#add('', JSON.parse(body).commentary)
    return { status: 201, headers: { 'x-restli-id': `urn:li:share:${id}` }, body: '' }
  }
}
