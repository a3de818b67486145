// A slider under measurement: event to complete picture, the main thread's share of it, and the tasks over 50 ms.
import { stats } from './stats.mjs';

/** The slider of `key`, one event at a time, each until its picture is complete. */
export async function drag(page, client, runs, key) {
  const wall = [];
  const main = [];
  await page.evaluate(() => {
    window.__long = [];
    new PerformanceObserver((list) => window.__long.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
  });
  for (let run = -5; run < runs; run++) {
    if (run === 0) await page.evaluate(() => { window.__long.length = 0; });
    const before = await taskTime(client);
    const time = await page.evaluate(async ([key, at]) => {
      const slider = document.getElementById(`r-${key}`);
      slider.value = at;
      const start = performance.now();
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await window.locus.set({});
      return performance.now() - start;
    }, [key, 300 + ((run + 5) * 37) % 500]);
    const after = await taskTime(client);
    if (run >= 0) { wall.push(time); main.push(after - before); }
  }
  const long = await page.evaluate(() => window.__long);
  // What asking costs by itself: the same call when nothing has changed.
  const asking = [];
  for (let run = 0; run < 10; run++) {
    const before = await taskTime(client);
    await page.evaluate(() => window.locus.set({}));
    asking.push(await taskTime(client) - before);
  }
  return {
    asking_ms: stats(asking), event_to_picture_ms: stats(wall), main_thread_ms: stats(main), tasks_over_50_ms: long,
  };
}

// Milliseconds that the page's main thread has spent in tasks.
async function taskTime(client) {
  const { metrics } = await client.send('Performance.getMetrics');
  return 1000 * metrics.find((m) => m.name === 'TaskDuration').value;
}
