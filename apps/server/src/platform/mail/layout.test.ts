import { describe, expect, it } from 'vitest'
import { type EmailContent, layOut } from './layout.ts'

describe('both forms of an email', () => {
  it('contain the same heading, paragraphs, code, button, footnote and reason', () => {
    const content = aContent({
      code: '123456',
      button: { label: 'Open Gridloom', url: 'https://gridloom.example/welcome' },
      footnote: 'Good for 10 minutes.',
    })
    for (const form of Object.values(layOut(content))) {
      for (const said of [
        content.heading,
        ...content.paragraphs,
        '123456',
        'Open Gridloom',
        'https://gridloom.example/welcome',
        'Good for 10 minutes.',
        'You received this email because',
      ])
        expect(form).toContain(said)
    }
  })

  it('leave out parts that are not given', () => {
    const { text, html } = layOut(aContent())
    expect(html).not.toMatch(/class="(code|button|quiet line)"/)
    expect(text).not.toMatch(/undefined|\n\n\n/)
  })

  it('have the preheader in the HTML alone, hidden and before all visible content', () => {
    const { text, html } = layOut(aContent({ preheader: 'For the list alone' }))
    expect(text).not.toContain('For the list alone')
    expect(html.indexOf('For the list alone')).toBeLessThan(html.indexOf('<h1'))
    expect(html).toMatch(/<div style="display:none[^"]*">For the list alone/)
  })
})

describe('user input in an email', () => {
  const nasty = `<img src=x onerror="alert('1')"> & "quotes"`
  const safe = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; &quot;quotes&quot;'

  it.each([
    aContent({ preheader: nasty }),
    aContent({ heading: nasty }),
    aContent({ paragraphs: [nasty] }),
    aContent({ code: nasty }),
    aContent({ footnote: nasty }),
    aContent({ button: { label: nasty, url: 'https://gridloom.example/' } }),
  ])('is escaped in the HTML (%#)', (content) => {
    const { html } = layOut(content)
    expect(html).toContain(safe)
    expect(html).not.toContain('<img')
  })

  it('is unchanged in the text', () => {
    expect(layOut(aContent({ paragraphs: [nasty] })).text).toContain(nasty)
  })

  it('cannot break out of the address of a button', () => {
    const { html } = layOut(
      aContent({ button: { label: 'Go', url: 'https://gridloom.example/?a="><b>&c=d' } }),
    )
    expect(html).toContain('href="https://gridloom.example/?a=&quot;&gt;&lt;b&gt;&amp;c=d"')
  })
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'not an address'])(
  'rejects a button that leads to %s',
  (url) => {
    expect(() => layOut(aContent({ button: { label: 'Go', url } }))).toThrow(TypeError)
  },
)

it('loads no external resource', () => {
  const { html } = layOut(aContent({ code: '123456' }))
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/)
})

function aContent(parts: Partial<EmailContent> = {}): EmailContent {
  return {
    preheader: 'Your code is inside',
    heading: 'Confirm your e-mail address',
    paragraphs: ['Enter this code to finish signing up.', 'It works once.'],
    ...parts,
  }
}
