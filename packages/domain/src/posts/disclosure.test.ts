import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isDisclosed,
  lacksDisclosure,
  referralCodesIn,
  referralLinksIn,
  withDisclosure,
} from './disclosure.ts'

const origin = 'https://gridloom.example'

describe('a text with a referral link', () => {
  it.each([
    ['Look https://gridloom.example/ada', true],
    ['Look https://gridloom.example/ada?campaign=x.', true],
    ['Look https://GRIDLOOM.example/ada', true],
    ['Look https://gridloom.example/ada #ad', false],
    ['#Werbung https://gridloom.example/ada', false],
    ['＃広告 https://gridloom.example/ada', false],
    ['#adventure https://gridloom.example/ada', true],
    ['no#ad https://gridloom.example/ada', true],
    ['Look https://gridloom.example/ada#ad', true],
    ['Look https://gridloom.example/prices', false],
    ['Look https://gridloom.example/', false],
    ['Look https://gridloom.example.evil/ada', false],
    ['Look https://gridloom.example/%E0%A4%A', true],
  ])('%j lacks its disclosure: %s', (text, lacks) => {
    expect(lacksDisclosure(text, origin)).toBe(lacks)
  })

  it('is disclosed by the button, whatever it says, and only once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const disclosed = withDisclosure(text)
        expect(isDisclosed(disclosed)).toBe(true)
        expect(withDisclosure(disclosed)).toBe(disclosed)
      }),
    )
  })

  it('is found by its link', () => {
    expect(referralLinksIn('(https://gridloom.example/ada)', origin)).toEqual([
      'https://gridloom.example/ada',
    ])
  })

  it.each([
    ['https://gridloom.example/Ada?to=/prices', ['ada']],
    ['https://gridloom.example/a%64a and https://gridloom.example/eve/', ['ada', 'eve']],
    ['https://gridloom.example/prices https://gridloom.example.evil/ada', []],
  ])('%j names the codes %j', (text, codes) => {
    expect(referralCodesIn(text, origin)).toEqual(codes)
  })
})
