import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { answerHead, answerPatch, parsePatch, refuseVersion } from './tus.ts'

it('supports version 1.0.0 only, and responds with it to other versions', () => {
  expect(refuseVersion(headers({ 'tus-resumable': '1.0.0' }))).toBeUndefined()
  for (const other of [
    { 'tus-resumable': '' },
    { 'tus-resumable': '0.2.2' },
    { 'tus-resumable': '1.0.0, 2.0.0' },
  ])
    expect(refuseVersion(headers(other))).toEqual({
      status: 412,
      headers: { 'tus-resumable': '1.0.0', 'tus-version': '1.0.0' },
    })
})

it('parses the offset and length of a PATCH', () => {
  expect(parsePatch(headers({ 'upload-offset': '70', 'content-length': '5' }))).toEqual({
    offset: 70,
    length: 5,
  })
  expect(parsePatch(headers({ 'upload-offset': '0' }))).toEqual({ offset: 0, length: undefined })
})

it.each(['', '-1', '1.5', '0x10', '1e3', '9'.repeat(16)])('rejects the offset %j', (offset) => {
  expect(() => parsePatch(headers({ 'upload-offset': offset }))).toThrow(Refused)
})

it('reports the offset of an upload', () => {
  expect(answerHead({ offset: 40, length: 100 })).toEqual({
    status: 200,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '40', 'upload-length': '100' },
  })
  expect(answerPatch(70)).toEqual({
    status: 204,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '70' },
  })
})

function headers(given: Record<string, string>) {
  return (name: string) => given[name]
}
