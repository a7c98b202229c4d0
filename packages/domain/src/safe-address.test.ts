import { expect, it } from 'vitest'
import { isSafeAddress } from './safe-address.ts'

it.each([
  'https://gridloom.example',
  'https://10.0.0.1:8443',
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://127.8.8.8',
  'http://[::1]:3000',
])('accepts %s', (address) => {
  expect(isSafeAddress(address)).toBe(true)
})

it.each([
  'http://gridloom.example',
  'http://10.0.0.1:3000',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'http://[::2]',
  'nothing',
])('rejects %s', (address) => {
  expect(isSafeAddress(address)).toBe(false)
})
