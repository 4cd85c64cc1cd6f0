namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The part of the style sheet that pages and reports share: the colors of the strategies, the lanes, the strip
/// of the rounds and the map. It
/// uses the variables of theme.css.</summary>
public static class ChartStyle
{
    // It has no characters that XML escapes: see HtmlStyle.
    public static string Css { get; } = StrategyLook.ColorRules + """

        .lanes-svg { display: block; max-width: 100%; height: auto; }
        .lanes-svg text { font-size: 13px; fill: var(--strong-text); } .lanes-svg text.quiet { fill: var(--quiet-text); }
        .lanes-svg .stripe { fill: var(--grid); opacity: .4; } .lanes-svg .axis { stroke: var(--grid); }
        .lanes-svg .range { fill: currentColor; opacity: .18; } .lanes-svg path { fill: currentColor; stroke: currentColor; stroke-width: 1.3; }
        .lanes-svg .hollow path, .lanes-svg path.pale { fill: none; } .lanes-svg path.pale { opacity: .5; }
        .lanes-svg path.slices { fill: none; stroke: var(--quiet-text); stroke-width: 3.4; stroke-linecap: round; opacity: .5; }
        .lanes-svg path.disturbance { color: var(--warn); fill: currentColor; stroke-width: 1; }
        .lanes-svg path.disturbance.pale { fill: none; opacity: 1; }
        .lanes-svg .median { stroke: var(--strong-text); stroke-width: 2; } .lanes-svg .interval { stroke: var(--strong-text); stroke-width: 1.5; }
        .lanes-svg .floor-line { stroke: var(--quiet-text); stroke-dasharray: 4 4; }
        .rounds { display: flex; flex-wrap: wrap; gap: 2px; margin: 0; padding: 0; list-style: none; }
        .rounds li { min-width: 1.7em; padding: 0 .3em; border: 1px solid var(--line); border-radius: 3px; color: var(--quiet-text);
          font-size: .75rem; line-height: 1.5; text-align: center; white-space: nowrap; }
        .maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 0 2rem; }
        .map { max-width: 56rem; min-width: 0; break-inside: avoid; } .map-title { font-weight: 600; margin: 0 0 .3rem; }
        .map .cell { fill: currentColor; fill-opacity: .28; stroke: var(--ground); stroke-width: 2; }
        .map .undecided .cell, .map .no-result .cell { fill: none; stroke: var(--line); stroke-width: 1; }
        .map .no-result .cell { stroke-dasharray: 4 3; } .map text.quiet { fill: var(--quiet-text); }
        .map .answer-chart .hatch { fill: none; stroke: var(--line); stroke-width: 1.5; } .map .answer-chart text { stroke: var(--ground); }
        .map .answer-chart .cross path { fill: none; stroke: var(--strong-text); stroke-width: 2.5; }
        .map-legend { display: flex; flex-wrap: wrap; gap: 0 1.2rem; margin: .2rem 0; padding: 0; list-style: none; font-size: .85rem; }
        .map-legend svg { display: inline-block; vertical-align: middle; }
        .answer-chart.timeline path { fill: none; stroke-width: 2; stroke-linejoin: round; }
        .answer-chart.timeline path.p50 { stroke-width: 1.3; stroke-dasharray: 4 3; }
        .answer-chart.timeline path.rate { stroke-width: 1.3; } .timeline .mark { stroke: var(--strong-text); stroke-width: 1.5; }
        .timeline .axis { stroke: var(--grid); } .timeline .mark-label { font-weight: 600; fill: var(--strong-text); }
        @media (max-width: 40rem) { .map .many .strategy { display: none; } }
        .rounds .warm-up { border-style: dashed; } .rounds .hit { border-color: var(--warn); color: var(--warn); font-weight: 600; }

        """;
}
