import type { ObjectStore, StoredFacts } from '../../../app/ports/lake.ts';
import { type Random, randomFrom } from '../../../cli/storm/random.ts';
import { momentFromMillis } from '../../../core/moment.ts';
import { listReplacements } from '../../../lake/replaced.ts';
import { addTombstone } from '../../../lake/tombstones.ts';
import { mailHistory } from '../../support/mail-history.ts';
import { memoryObjects } from '../../support/objects.ts';
import type { Design } from './designs.ts';
import { Crash, crashingAt, interrupted, sleeping } from './faulty-objects.ts';
import { LakeReader } from './lake-reader.ts';
import { context } from './telling.ts';

export const minute = 60_000;
const day = 24 * 60 * minute;

type Shard = { readonly records: StoredFacts[]; position: number };

/** A table with its stream, and a historian, a tidier, repairs and questions that are all interrupted. */
export class World {
  /** How often each thing happened. */
  readonly happened: Record<string, number> = {};
  /** What went wrong, in words. */
  readonly violations = new Set<string>();
  readonly history: readonly StoredFacts[];
  readonly objects: ObjectStore;
  private readonly random: Random;
  private readonly design: Design;
  private readonly shards: readonly Shard[];
  private readonly reader: LakeReader;
  /** Events that the table has. */
  private readonly table: StoredFacts[] = [];
  private readonly acknowledged = new Set<StoredFacts>();
  private readonly forgotten = new Map<bigint, number>();
  private readonly asleep: (() => Promise<void>)[] = [];
  private readonly questions: { readonly keys: readonly string[]; readonly until: number }[] = [];
  private arrivals: { readonly at: number; readonly facts: StoredFacts }[];
  private clock: number;
  private isTidying = false;

  constructor(seed: number, design: Design, sends: number) {
    this.random = randomFrom(seed);
    this.design = design;
    this.history = mailHistory({ seed, sends, days: 4, people: 20 });
    this.arrivals = this.arrivalsOf(this.history);
    this.clock = this.arrivals[0]?.at ?? 0;
    this.shards = Array.from({ length: 1 + Math.floor(this.random.next() * 3) }, () => ({
      records: [],
      position: 0,
    }));
    this.objects = memoryObjects(() => new Date(this.clock));
    this.reader = new LakeReader(this.objects);
  }

  /** In any order, some of them very late, and some told again after the table has forgotten them. */
  private arrivalsOf(history: readonly StoredFacts[]) {
    const { random } = this;
    return history
      .flatMap((facts) => {
        const at =
          Date.parse(facts.receivedAt) + Math.floor(random.next() * (random.happens(0.1) ? 3 * day : minute));
        const again = at + 31 * day;
        const retold = { at: again, facts: { ...facts, receivedAt: momentFromMillis(again) } };
        return [{ at, facts }, ...(random.happens(0.1) ? [retold] : [])];
      })
      .sort((one, other) => one.at - other.at);
  }

  private get isDone(): boolean {
    return (
      this.arrivals.length === 0 && this.shards.every(({ records, position }) => position === records.length)
    );
  }

  /** One thing happens. */
  private async step(): Promise<void> {
    const { random } = this;
    this.passTime(random.happens(0.5) ? minute * 5 : Math.floor(random.next() * 180) * minute);
    const { act } = random.pickByWeight([
      { weight: 10, act: () => this.historian() },
      { weight: 3, act: () => this.tidier() },
      { weight: 1, act: () => this.backfill() },
      { weight: 1, act: () => this.wakeUp() },
      { weight: 1, act: () => this.beginQuestion() },
      { weight: 0.2, act: () => this.forgetSomebody() },
    ]);
    await act();
    await this.checkQuestions();
    await this.checkAcknowledged();
  }

  /** Until everything that was under way has come to its end. */
  async run(): Promise<void> {
    for (let step = 0; step < 400 && !this.isDone && this.violations.size === 0; step += 1) await this.step();
    await this.finish();
  }

  private async finish(): Promise<void> {
    while (!this.isDone) {
      this.passTime(6 * 60 * minute);
      await this.historian();
    }
    while (this.asleep.length > 0) await this.wakeUp();
  }

  async tidyUp(): Promise<void> {
    for (let run = 0; run < 4; run += 1) {
      this.passTime(25 * 60 * minute);
      await this.design.tidy(this.objects, new Date(this.clock));
    }
  }

  /** Nothing leads to anybody who was forgotten. */
  async checkForgotten(): Promise<void> {
    const rows = await this.reader.rows();
    for (const { person, until } of rows)
      if (person !== null && until <= (this.forgotten.get(person) ?? 0))
        this.violations.add('a forgotten person can be found');
  }

  private passTime(millis: number): void {
    this.clock += millis;
    const arrived = this.arrivals.filter(({ at }) => at <= this.clock);
    this.arrivals = this.arrivals.slice(arrived.length);
    for (const { facts } of arrived) {
      const shard = this.shards[facts.messageId.length % this.shards.length];
      shard?.records.push(facts);
      this.table.push(facts);
    }
    // Nothing to wait for: the next event comes at once.
    if (arrived.length === 0 && this.arrivals[0])
      this.clock = Math.max(this.clock, this.arrivals[0].at - minute);
  }

  private count(what: string, by = 1): void {
    this.happened[what] = (this.happened[what] ?? 0) + by;
  }

  /** Takes a batch of any size, and comes to its end or does not. */
  private async historian(): Promise<void> {
    const { random } = this;
    const shard = random.pick(this.shards.filter(({ records, position }) => position < records.length));
    if (!shard) return;
    const size = 1 + Math.floor(random.next() * (random.happens(0.3) ? 40 : 8));
    const batch = shard.records.slice(shard.position, shard.position + size);
    const acknowledge = () => {
      shard.position += batch.length;
      for (const facts of batch) this.acknowledged.add(facts);
    };
    this.count('events told', batch.length);
    if (this.design.acknowledgesFirst) acknowledge();
    if (random.happens(0.05)) return this.fallAsleep(batch);
    const isWritten = await this.survives('crashes', 0.2, (objects) => this.design.tell(batch, objects));
    if (!isWritten) return;
    if (!this.design.acknowledgesFirst) acknowledge();
    if (random.happens(0.05)) {
      this.count('rewinds');
      shard.position = Math.max(0, shard.position - Math.floor(random.next() * 30));
    }
  }

  /** Lambda takes it for dead, and another run gets the batch; later its writes arrive nevertheless. */
  private async fallAsleep(batch: readonly StoredFacts[]): Promise<void> {
    const { objects, wakeUp } = sleeping(this.objects);
    await this.design.tell(batch, objects);
    this.asleep.push(wakeUp);
    this.count('zombie writes');
  }

  private async wakeUp(): Promise<void> {
    await this.asleep.shift()?.();
  }

  /** While it runs, the historian writes, and now and then a second tidier runs. */
  private async tidier(): Promise<void> {
    this.count('tidyings');
    const { random } = this;
    const others = async () => {
      if (this.isTidying || !random.happens(0.15)) return;
      this.isTidying = true;
      await (random.happens(0.8) ? this.historian() : this.tidier());
      this.isTidying = false;
    };
    await this.survives('crashed tidyings', 0.3, (objects) =>
      this.design.tidy(interrupted(objects, others), new Date(this.clock)),
    );
  }

  /** Tells the rows of the table again, in other batches, while the stream goes on. */
  private async backfill(): Promise<void> {
    this.count('backfills');
    const rows = this.random.shuffled(this.table).slice(0, 200);
    await this.survives('crashes', 0.3, (objects) => this.design.tell(rows, objects));
  }

  private async forgetSomebody(): Promise<void> {
    const { recipient } = this.random.pick(this.table) ?? {};
    if (recipient === undefined) return;
    const person = context.hashes.person(recipient);
    this.forgotten.set(person, this.clock);
    await addTombstone(this.objects, { person, at: this.clock });
    const others = this.table.filter((facts) => facts.recipient !== recipient);
    this.table.splice(0, this.table.length, ...others);
    this.count('forgotten');
  }

  /** Whether the process came to its end. */
  private async survives(
    name: string,
    share: number,
    run: (objects: ObjectStore) => Promise<unknown>,
  ): Promise<boolean> {
    const { random } = this;
    const place = 1 + Math.floor(random.next() * 12);
    try {
      await run(random.happens(share) ? crashingAt(this.objects, place, random) : this.objects);
      return true;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.count(name);
      return false;
    }
  }

  /** A question lists the files first, and reads them during the following half hour. It can do without replaced ones. */
  private async beginQuestion(): Promise<void> {
    const replaced = (await listReplacements(this.objects)).flatMap((note) => note.replaced);
    const keys = (await this.reader.keys()).filter((key) => !replaced.includes(key));
    this.questions.push({ keys, until: this.clock + 30 * minute });
    this.count('questions');
  }

  private async checkQuestions(): Promise<void> {
    const running = this.questions.filter(({ until }) => until >= this.clock);
    for (const { keys } of running)
      for (const key of keys)
        if (!(await this.objects.read(key))) this.violations.add('a running question lost a file');
    this.questions.splice(0, this.questions.length, ...running);
  }

  private async checkAcknowledged(): Promise<void> {
    const readable = new Set((await this.reader.rows()).map(({ identity }) => identity));
    for (const facts of this.acknowledged)
      if (!readable.has(this.reader.identityOf(facts)))
        this.violations.add('an acknowledged event cannot be read');
  }
}
