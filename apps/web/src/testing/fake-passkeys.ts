/**
 * Stubs passkeys until the end of the scope: each creation or use succeeds, or fails as given, as when the user closes
 * the dialog.
 */
export function fakePasskeys(failure?: Error) {
  const seen = { asked: 0 }
  async function answered() {
    seen.asked += 1
    if (failure) throw failure
    return credential()
  }
  const credentials = { create: answered, get: answered }
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: class {}, configurable: true })
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  return {
    get asked() {
      return seen.asked
    },
    [Symbol.dispose]() {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
      Reflect.deleteProperty(navigator, 'credentials')
    },
  }
}

/** The part of an authenticator's response that the page reads. */
function credential() {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  return {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: {
      attestationObject: bytes,
      clientDataJSON: bytes,
      getTransports: () => ['internal'],
      getPublicKeyAlgorithm: () => -7,
      getPublicKey: () => bytes,
      getAuthenticatorData: () => bytes,
    },
    getClientExtensionResults: () => ({}),
  }
}
