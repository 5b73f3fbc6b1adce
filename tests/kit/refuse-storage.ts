Object.defineProperty(navigator.storage, 'getDirectory', {
  value: () => Promise.reject(new DOMException('refused', 'SecurityError')),
});
