import { expect, it } from 'vitest'
import { hasSubId, someSubId, subIdOfPost, withSubId } from './link-of-post.ts'

const link = 'https://gridloom.example/ada'
const subId = subIdOfPost('pst_01k2m3n4p5q6r7s8t9v0w1x2y3')
const tagged = (text: string) => withSubId(text, { link, subId })

it('gives the links of a post a sub ID of the post', () => {
  expect(subId).toBe('post-t9v0w1x2y3')
  expect(subId.length).toBe(someSubId.length)
  expect(tagged(`Look (${link}). And ${link}/ again`)).toBe(
    `Look (${link}?sub_id=${subId}). And ${link}/?sub_id=${subId} again`,
  )
  expect(tagged(`${link}?to=%2Fprices`)).toBe(`${link}?to=%2Fprices&sub_id=${subId}`)
  expect(hasSubId(tagged(link), subId)).toBe(true)
})

it('leaves a sub ID that the link has, and the links of others', () => {
  for (const text of [
    `${link}?sub_id=autumn`,
    'https://gridloom.example/eve https://gridloom.example/prices https://other.example/ada',
    'no link',
  ]) {
    expect(tagged(text)).toBe(text)
    expect(hasSubId(text, subId)).toBe(false)
  }
})

it('changes nothing the second time', () => {
  expect(tagged(tagged(`${link} #ad`))).toBe(tagged(`${link} #ad`))
})
