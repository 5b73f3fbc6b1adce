/** Failures of calls. */
const reported = new WeakSet<object>();

/** A handler that does nothing makes a rejection a handled one. */
const quiet = (promise: Promise<unknown>): void =>
  void Promise.prototype.then.call(promise, undefined, () => {});

/**
 * The promise of a call. Pages of EZUIKit often ignore it, or only chain `then`: its failure, which event and callback
 * have reported, is no unhandled rejection, neither here nor in promises derived without a handler. What a page throws
 * in its own handlers is reported as always.
 */
export class CallPromise<Value> extends Promise<Value> {
  static of<Value>(work: Promise<Value>): CallPromise<Value> {
    const made = new CallPromise<Value>((resolve, reject) => {
      work.then(resolve, (failure: unknown) => {
        reported.add(failure as object);
        reject(failure);
      });
    });
    quiet(made);
    return made;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise has it
  override then<Done = Value, Failed = never>(
    onDone?: ((value: Value) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    const derived = super.then(onDone, onFailed);
    if (typeof onFailed !== 'function') this.#quieten(derived);
    return derived;
  }

  override finally(onEnd?: (() => void) | null): Promise<Value> {
    const derived = super.finally(onEnd);
    this.#quieten(derived);
    return derived;
  }

  #quieten(derived: Promise<unknown>): void {
    super.then(undefined, (reason: object) => {
      if (reported.has(reason)) quiet(derived);
    });
  }
}
