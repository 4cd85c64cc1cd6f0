using RedisPerf.Cli;

ConsoleWriter.Install();
return await CommandLine.RunAsync(args, Console.Out, Console.Error);
