import { expect, it } from 'vitest'
import { bannerHtml, bannerSize, creativeSubId } from './creatives.ts'

it('pictures of a standard size, and of twice the size, are shown in it', () => {
  expect(bannerSize(300, 250)).toEqual({ name: 'Medium rectangle', width: 300, height: 250 })
  expect(bannerSize(1456, 180)).toEqual({ name: 'Leaderboard', width: 728, height: 90 })
  expect(bannerSize(301, 250)).toEqual({ name: null, width: 301, height: 250 })
})

it('the HTML of a banner has no way out of its attributes', () => {
  const html = bannerHtml({
    ...{ link: 'https://g.example/ada?a=1&b="><script>', picture: 'https://g.example/p', width: 1 },
    ...{ height: 2, alt: `"' onload='x` },
  })
  expect(html).toBe(
    '<a href="https://g.example/ada?a=1&amp;b=&quot;&gt;&lt;script&gt;" target="_blank" rel="sponsored noopener"><img src="https://g.example/p" width="1" height="2" alt="&quot;&#39; onload=&#39;x" loading="lazy"></a>',
  )
})

it('sub IDs say which creative it is, in letters of links', () => {
  expect(creativeSubId({ id: 'med_00abcdef', title: 'Baue schneller, für 20 ¢!' })).toBe(
    'baue-schneller-fur-20-abcdef',
  )
  expect(creativeSubId({ id: 'med_00abcdef', title: '渲染' })).toBe('creative-abcdef')
})
